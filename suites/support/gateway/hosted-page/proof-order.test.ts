import { expect, test } from 'vitest'
import { createClock } from '../../../../harness/clock.ts'
import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest } from '../../../../harness/counterpart.ts'
import { Blocked, CheckFailure } from '../../../../harness/outcome.ts'
import { expectProofFirst, isUndecided, type OrderedPayment } from './proof-order.ts'

const context = { run: { http: { latencyMs: 10 }, clock: createClock() } } as CheckContext

/** In the middle of a second, so that rounding preserves all differences. */
const redirectedAt = Math.floor(performance.timeOrigin / 1_000) * 1_000 + 500 - performance.timeOrigin

/** A payment whose notification attempts are sent and arrive this many milliseconds after the redirect. */
const payment = (...attempts: readonly { sent: number; arrived: number }[]): OrderedPayment => ({
  redirectedAt,
  attempts: attempts.map(({ sent, arrived }) => {
    const stamp = Math.floor((performance.timeOrigin + redirectedAt + sent) / 1_000)
    return { at: redirectedAt + arrived, headers: { 'x-oc-timestamp': String(stamp) } } as unknown as RecordedRequest
  }),
})

const inTime = payment({ sent: -20, arrived: -10 })
const heldBack = payment({ sent: -20, arrived: 5_000 })
const sentLate = payment({ sent: 3_000, arrived: 3_010 })

const endOf = (payments: readonly OrderedPayment[]): 'pass' | 'blocked' | 'fail' => {
  try {
    expectProofFirst(context, payments)
    return 'pass'
  } catch (error) {
    if (error instanceof Blocked) return 'blocked'
    if (error instanceof CheckFailure) return 'fail'
    throw error
  }
}

test.each([
  ['each proof in time', [inTime, inTime, inTime], 'pass'],
  ['a proof that crosses the redirect', [inTime, payment({ sent: 300, arrived: 900 })], 'pass'],
  ['proofs that are delayed on the way', [heldBack, heldBack, heldBack], 'blocked'],
  ['one proof whose first attempt was lost', [inTime, sentLate, inTime], 'blocked'],
  [
    'a second attempt that overtakes the first',
    Array(3).fill(payment({ sent: 3_000, arrived: 3_010 }, { sent: -20, arrived: 5_000 })),
    'blocked',
  ],
  ['two proofs whose first attempts were lost', [sentLate, inTime, sentLate, inTime], 'blocked'],
  ['half of the first attempts lost', [sentLate, inTime, sentLate, inTime, sentLate, inTime], 'blocked'],
  ['proofs that are sent late', [sentLate, sentLate, sentLate], 'fail'],
  ['most proofs sent late', [inTime, sentLate, sentLate, inTime, sentLate, sentLate], 'fail'],
] as const)('%s: %s', (_, payments, end) => {
  expect(endOf(payments)).toBe(end)
  expect(isUndecided(context, payments)).toBe(end === 'blocked')
})

test('a late proof without a time of sending counts as sent late', () => {
  const unstamped = { redirectedAt, attempts: [{ at: redirectedAt + 5_000, headers: {} } as RecordedRequest] }
  expect(endOf([unstamped, unstamped, unstamped])).toBe('fail')
})
