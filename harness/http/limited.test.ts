import { expect, test } from 'vitest'
import { Blocked } from '../outcome.ts'
import { lookForLimit } from './limited.ts'
import { responseWith } from './response.test.fixture.ts'

const refusalOf = (status: number, code: string) => responseWith({ status, json: { error: { code } } })
const what = 'POST /orders/checkout'
const limit = refusalOf(403, 'FRAUD_SUSPECTED')

test('finds a limit if a request that was accepted before is refused in the same words', async () => {
  const found = await lookForLimit(limit, what, async () => limit)?.()
  expect(found).toBeInstanceOf(Blocked)
  expect(found?.message).toContain('it accepts no more. Lift its limits for the run, or give --max-rps')
})

test.each([
  ['is accepted', responseWith({ status: 200 })],
  ['is refused with another code', refusalOf(403, 'DUPLICATE')],
  ['is refused with another status', refusalOf(400, 'FRAUD_SUSPECTED')],
])('finds none if a request that was accepted before %s', async (_, again) => {
  expect(await lookForLimit(limit, what, async () => again)?.()).toBeUndefined()
})

test.each([
  ['a code of the document', refusalOf(400, 'ORDER_EXPIRED')],
  ['a request that is known', refusalOf(409, 'DUPLICATE')],
  ['a crash', responseWith({ status: 500 })],
])('does not look after %s', (_, refusal) => {
  expect(lookForLimit(refusal, what, async () => refusal)).toBeUndefined()
})
