import { describe, expect, test } from 'vitest'
import type { Result } from './batch.ts'
import { compareRecords, comparisonText } from './differences.ts'
import { byKey, ofLastSources } from './record.ts'

const counts = { checks: 3, tried: 3, passed: 3, failed: 0, blocked: 0, requests: 100 }

const result: Result = {
  kind: 'variant',
  role: 'kyc',
  key: 'kyc, one',
  run: 1,
  isAsExpected: true,
  seconds: 1,
  exitCode: 0,
  verdict: 'conformant',
  counts,
  clauses: { 'META-01': 'pass', 'META-02': 'pass' },
  checks: {},
  observations: { 'metadata/reading META-16': ['a', 'b'] },
  digest: 'a',
  commit: 'c',
  at: '',
}

const compare = (before: Partial<Result>[], after: Partial<Result>[]) => {
  const record = (results: Partial<Result>[]) => byKey(results.map(changes => ({ ...result, ...changes })))
  return compareRecords(record(before), record(after))
}

const different = (before: Partial<Result>[], after: Partial<Result>[]) =>
  compare(before, after).differences.flatMap(({ key, different }) => different.map(line => `${key}, ${line}`))
const noise = (before: Partial<Result>[], after: Partial<Result>[]) =>
  compare(before, after).differences.flatMap(({ noise }) => noise)

const passing = {}
const blocked = { checks: { 'metadata/name': 'blocked' } }
const failing = { checks: { 'metadata/name': 'fail' } }

describe('two records of one run each', () => {
  test('equal ones have no difference, regardless of the order of lines and the duration', () => {
    const other = { key: 'kyc, two' }
    expect(compare([{}, other], [other, { seconds: 2, commit: 'd', digest: 'b' }]).differences).toEqual([])
  })

  test('differ at a clause, a check, an observation, the exit code or the number of checks', () => {
    const changed = {
      exitCode: 1,
      counts: { ...counts, checks: 4 },
      clauses: { 'META-01': 'pass', 'META-02': 'fail' },
      ...failing,
      observations: { 'metadata/reading META-16': ['a'] },
    }
    expect(different([{}], [changed])).toEqual([
      'kyc, one, run: exitCode: was 0, is 1',
      'kyc, one, run: checks: was 3, is 4',
      'kyc, one, clause META-02: was "pass", is "fail"',
      'kyc, one, observation metadata/reading META-16: was ["a","b"], is ["a"]',
      'kyc, one, check metadata/name: was "pass", is "fail"',
    ])
  })

  test('differ where only one of them has an implementation, or could run it', () => {
    expect(different([{}], [{ key: 'kyc, two' }])).toEqual([
      'kyc, one, only in the first file',
      'kyc, two, only in the second file',
    ])
    expect(different([{}], [{ error: 'Error: no', clauses: {}, isAsExpected: false }])).toEqual([
      'kyc, one, error: was nothing, is "Error: no"',
    ])
  })
})

describe('noise', () => {
  test('is a difference between runs of one commit, if the other commit shows the usual value', () => {
    expect(different([passing, blocked], [blocked])).toEqual([])
    expect(noise([passing, blocked], [blocked])).toEqual([
      'check metadata/name: was "pass" (1 of 2) or "blocked" (1 of 2), is "blocked"',
    ])
    expect(different([passing, passing, passing], [passing, passing, blocked])).toEqual([])
    expect(different([passing], [passing, blocked])).toEqual([])
  })

  test('does not hide another verdict, or one that becomes usual', () => {
    expect(different([passing, blocked], [failing])).toHaveLength(1)
    expect(different([passing, passing, passing], [passing, failing, failing])).toEqual([
      'kyc, one, check metadata/name: was "pass" (3 of 3), is "fail" (2 of 3) or "pass" (1 of 3)',
    ])
    expect(different([failing, failing, passing], [passing, passing, passing])).toHaveLength(1)
  })

  const two = { key: 'kyc, two' }
  const observing = (seconds: number) => ({ observations: { 'a META-16': { seconds } } })

  test('at one implementation is noise at all of the role, unless something failed', () => {
    expect(different([passing, blocked, two], [passing, { ...blocked, ...two }])).toEqual([])
    const measured = [observing(1), observing(2), { ...observing(1), ...two }]
    expect(different(measured, [observing(1), { ...observing(3), ...two }])).toEqual([])
    expect(different(measured, [observing(1), { ...two, observations: {} }])).toHaveLength(1)
    const gateway = { ...two, role: 'gateway' } as const
    expect(different([passing, blocked, gateway], [passing, { ...blocked, ...gateway }])).toHaveLength(1)
  })

  test('does not hide a failure or a new verdict at others', () => {
    expect(different([passing, failing, two], [passing, { ...failing, ...two }])).toEqual([
      'kyc, two, check metadata/name: was "pass", is "fail"',
    ])
    const inapplicable = { checks: { 'metadata/name': 'not-applicable' } }
    expect(different([passing, blocked, two], [passing, { ...inapplicable, ...two }])).toHaveLength(1)
    expect(different([{ exitCode: 0 }, { exitCode: 3 }, two], [passing, { exitCode: 3, ...two }])).toHaveLength(1)
  })
})

describe('requests', () => {
  const sent = (requests: number, key = 'kyc, one') => ({ key, counts: { ...counts, requests } })

  test('may differ by as much as they do between runs of one commit', () => {
    expect(different([sent(100)], [sent(101)])).toEqual(['kyc, one, requests: were 100, are 101'])
    const steady = [sent(100, 'kyc, two'), sent(90, 'kyc, two')]
    expect(different([sent(100), ...steady], [sent(91), sent(100, 'kyc, two')])).toEqual([])
    expect(different([sent(100), ...steady], [sent(89), sent(100, 'kyc, two')])).toEqual([
      'kyc, one, requests: were 100, are 89',
    ])
    expect(compare(steady, steady).spread).toBeCloseTo(0.1)
  })
})

test('only the results of the last sources in a file count', () => {
  const old = { ...result, digest: 'old' }
  expect(ofLastSources([old, result, { ...result, run: 2 }])).toEqual([result, { ...result, run: 2 }])
})

test('the text has noise, differences and their number', () => {
  const text = comparisonText(
    compare([passing, blocked, { key: 'kyc, two' }], [blocked, { ...failing, key: 'kyc, two' }]),
  )
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^noise {6}kyc, one: check metadata\/name/),
    'DIFFERENT  kyc, two: check metadata/name: was "pass", is "fail"',
    '2 implementations: 1 differences at 1 of them, 1 of noise. Requests of the first commit differ by up to 0.0 %.',
  ])
})
