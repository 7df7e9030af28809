import { describe, expect, test } from 'vitest'
import type { KnownFailureOutcome, Verdict } from '../../schemas/messages.ts'
import { exitCodeWith, knownOutcomes, undecided } from './known-failures.ts'

const check = (id: string, verdict: Verdict, ...clauses: string[]) => ({ id, verdict, clauses })
const statusIn = (id: string, checks: Parameters<typeof knownOutcomes>[1], isExpired = false) =>
  knownOutcomes([{ id, at: 'known:1', isExpired }], checks)[0]?.status

describe('the state of a known failure', () => {
  const other = check('checkout/two', 'pass', 'CHECKOUT-04')
  test.each<[KnownFailureOutcome['status'], Verdict, string]>([
    ['fails', 'known', 'CHECKOUT-04'],
    ['fails', 'fail', 'checkout/one'],
    ['fails', 'warn', 'CHECKOUT-04'],
    ['passes', 'pass', 'CHECKOUT-04'],
    ['passes', 'pass', 'checkout/one'],
    ['passes', 'not-applicable', 'CHECKOUT-04'],
    ['untried', 'not-applicable', 'checkout/one'],
    ['untried', 'not-selected', 'CHECKOUT-04'],
    ['untried', 'blocked', 'CHECKOUT-04'],
    ['unmatched', 'pass', 'ORDER-01'],
    ['unmatched', 'pass', 'order/one'],
  ])('%s: a check is %s, and %s is listed', (status, verdict, id) => {
    expect(statusIn(id, [check('checkout/one', verdict, 'CHECKOUT-04'), other])).toBe(status)
  })

  test('an open clause matches nothing, since it cannot fail', () => {
    expect(statusIn('SIG-07', [check('signatures/one', 'observed', 'SIG-07')])).toBe('unmatched')
    expect(statusIn('signatures/one', [check('signatures/one', 'observed', 'SIG-07')])).toBe('unmatched')
  })

  test('expired, regardless of the checks', () => {
    expect(statusIn('CHECKOUT-04', [check('checkout/one', 'fail', 'CHECKOUT-04')], true)).toBe('expired')
  })
})

const outcomes = (status: KnownFailureOutcome['status']) => [{ id: 'CHECKOUT-04', at: 'known:1', status }]

test.each<[KnownFailureOutcome['status'], number[]]>([
  ['fails', [0, 1, 2, 3, 4]],
  ['untried', [0, 1, 2, 3, 4]],
  ['passes', [1, 1, 2, 1, 4]],
  ['expired', [1, 1, 2, 1, 4]],
  ['unmatched', [1, 1, 2, 1, 4]],
])('an entry that %s turns the exit codes 0 to 4 into %j', (status, codes) => {
  const all = ([0, 1, 2, 3, 4] as const).map(exitCode => exitCodeWith({ exitCode }, outcomes(status)))
  expect(all).toEqual(codes)
})

test('one of several targets leaves open entries that the others can decide', () => {
  const statuses = (['fails', 'passes', 'expired', 'unmatched', 'untried'] as const).flatMap(outcomes)
  expect(undecided(statuses).map(({ status }) => status)).toEqual(['fails', 'untried', 'expired', 'untried', 'untried'])
})
