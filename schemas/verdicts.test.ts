import { expect, test } from 'vitest'
import { schema } from './index.ts'
import { bySeverity, mostSevere, verdicts } from './verdicts.ts'

test('the verdicts are those of the report schema, in the same order', () => {
  const { $defs } = schema('report') as unknown as { $defs: { verdict: { enum: string[] } } }
  expect(verdicts).toEqual($defs.verdict.enum)
})

test('a failure is the most severe, a check that was not selected the least', () => {
  expect(mostSevere(['pass', 'fail', 'blocked'])).toBe('fail')
  expect(mostSevere([])).toBe('not-selected')
  const sorted = [{ verdict: 'pass' }, { verdict: 'known' }, { verdict: 'warn' }] as const
  expect(sorted.toSorted(bySeverity).map(({ verdict }) => verdict)).toEqual(['known', 'warn', 'pass'])
})
