import { describe, test } from 'vitest'
import { mutantsOf } from '../../implementations/mutants/index.ts'
import { roles } from '../../protocol/operations.ts'
import { violations } from '../../schemas/validate.ts'
import { certifyReference, clausesThat } from '../certify.ts'
import { describeMutants } from '../mutants/expectations.ts'
import { evenSample } from './sample.ts'

// The least of `npm run selftest`, quick enough for every test run: `references.selftest.ts` has every depth, `selftest/mutants/`
// every fault.

describe.concurrent('a sample of the self-test', () => {
  test.for(roles)(
    'the reference %s is conformant, without warnings or blocked clauses',
    { timeout: 300_000 },
    async (role, { expect }) => {
      const certified = await certifyReference({}, { depth: 'quick' }, role)
      expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
      expect(certified.report.verdict).toBe('conformant')
      expect(certified.exitCode).toBe(0)
      expect(violations('report', JSON.parse(JSON.stringify(certified.report)))).toEqual([])
    },
  )

  for (const role of roles)
    describeMutants(
      role,
      evenSample(mutantsOf[role], 1).map(mutant => [mutant]),
    )
})
