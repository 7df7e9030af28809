import { expect, test } from 'vitest'
import { type Try, withSlowness } from './tries.ts'

const tried = (lostMs: number): Try => ({
  outcome: 'blocked',
  answered: 0,
  lostMs,
})

test.each([
  [10, 50, 'The control is refused.'],
  [
    8_000,
    50,
    'The control is refused; during the check this machine was too slow, and the harness could not work for 8 s.',
  ],
  [10, 4_000, 'The control is refused; the target was slow: a response took up to 4 s.'],
])('a check that is blocked with %i ms lost and a slowest response of %i ms says so', (lostMs, slowestMs, reason) => {
  expect(withSlowness('The control is refused.', [tried(lostMs)], { slowestMs, timeoutMs: 10_000 })).toBe(reason)
})
