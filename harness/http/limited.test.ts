import { expect, test, vi } from 'vitest'
import { Blocked } from '../outcome.ts'
import { unlessLimited } from './limited.ts'
import { responseWith } from './response.test.fixture.ts'

const refusalOf = (status: number, code: string) => responseWith({ status, json: { error: { code } } })
const what = 'POST /orders/checkout'
const limit = refusalOf(403, 'FRAUD_SUSPECTED')

test('blocks if a request that was accepted before is refused in the same words', async () => {
  const unless = unlessLimited(limit, what, async () => limit)
  await expect(unless).rejects.toThrow(Blocked)
  await expect(unless).rejects.toThrow('it accepts no more. Lift its limits for the run, or give --max-rps')
})

test.each([
  ['is accepted', responseWith({ status: 200 })],
  ['is refused with another code', refusalOf(403, 'DUPLICATE')],
  ['is refused with another status', refusalOf(400, 'FRAUD_SUSPECTED')],
  ['does not exist', undefined],
])('does not block if a request that was accepted before %s', async (_, again) => {
  await expect(unlessLimited(limit, what, async () => again)).resolves.toBeUndefined()
})

test.each([
  ['a code of the document', refusalOf(400, 'ORDER_EXPIRED')],
  ['a request that is known', refusalOf(409, 'DUPLICATE')],
  ['a crash', responseWith({ status: 500 })],
])('does not ask again after %s', async (_, refusal) => {
  const again = vi.fn(async () => refusal)
  await unlessLimited(refusal, what, again)
  expect(again).not.toHaveBeenCalled()
})
