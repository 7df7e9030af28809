import { expect, test } from 'vitest'
import type { CheckContext } from '../../harness/context.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { hiddenSkew, stampedClock } from './stamped-clock.ts'

/** The finding about a target that dates transfers and payments this many seconds in the future. */
const findingOf = (ofTransfer: number, ofPayment?: number) => {
  const now = 1_700_000_000
  const expiresAt = ofPayment === undefined ? undefined : now + ofPayment + 3_600
  const pay = async () => ({ json: { expiresAt } })
  const context = { now: () => now, pay, paymentOf: () => ({}) } as unknown as CheckContext
  return stampedClock(context, { json: { proof: { timestamp: now + ofTransfer } } } as unknown as HttpResponse)
}

test('a clock that stamps both is an invalid configuration', async () => {
  expect(await findingOf(240, 241)).toMatchObject({
    severity: 'error',
    message: expect.stringContaining('240 s ahead'),
  })
  expect(await findingOf(-240, -240)).toMatchObject({ message: expect.stringContaining('240 s behind') })
})

test('a small difference, or a difference in only one of the two, is judged by the clauses', async () => {
  expect(await findingOf(90, 90)).toBeUndefined()
  expect(await findingOf(3_600, 0)).toBeUndefined()
  expect(await findingOf(3_600)).toBeUndefined()
})

test('stamps in a time zone are judged by the clauses', async () => {
  expect(await findingOf(3_600, 3_600)).toBeUndefined()
  expect(await findingOf(-900, -900)).toBeUndefined()
})

/** The skew found for a target whose clock is this many seconds ahead, or that accepts no timestamp at all. */
const skewOf = (ahead: number) => {
  const call = (_operation: string, _body: object, { timestamp }: { timestamp: number }) => ({
    evenSilent: async () => ({
      json: { error: { code: Math.abs(timestamp - 1_000 - ahead) <= 300 ? 'INVALID_REQUEST' : 'TIMESTAMP_EXPIRED' } },
    }),
  })
  const actors = { app: { ocid: 6001 }, merchant: { ocid: 2001 }, partner: { ocid: 3001 } }
  const run = { role: 'gateway', metadata: { json: {} }, target: {} }
  const context = { ...actors, run, call, requestNow: () => 1_000, paymentOf: () => ({}), money: {} }
  return hiddenSkew(context as unknown as CheckContext, actors.app as never)
}

test('a clock that differs by more than its window is found by the timestamps that it accepts', async () => {
  expect(await skewOf(600)).toBe(300)
  expect(await skewOf(-1_000)).toBe(-900)
  expect(await skewOf(1e9)).toBeUndefined()
})
