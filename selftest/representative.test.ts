import { describe, test } from 'vitest'
import { roles } from '../protocol/operations.ts'
import { violations } from '../schemas/validate.ts'
import { certifyReference, clausesThat } from './certify.ts'
import { describeMutants } from './mutants/expectations.ts'
import { mutantsOf } from './mutants/index.ts'
import { describeVariants } from './variants/expectations.ts'
import { variantsOf } from './variants/index.ts'

// A sample of `npm run selftest` that is quick enough for every test run.

/** Returns `count` items, evenly spread over a list. */
const sample = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, at) => list[Math.floor(((at + 0.5) * list.length) / count)] as T)

describe.concurrent('a sample of the self-test', () => {
  describe.for(roles)('the reference %s', role => {
    test.for(role === 'kyc' ? (['test', 'production'] as const) : (['test'] as const))(
      'is conformant in %s, without warnings or blocked clauses',
      { timeout: 300_000 },
      async (environment, { expect }) => {
        const certified = await certifyReference({}, { environment }, role)
        expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
        expect(certified.report.verdict).toBe('conformant')
        expect(certified.exitCode).toBe(0)
        expect(violations('report', JSON.parse(JSON.stringify(certified.report)))).toEqual([])
      },
    )
  })

  for (const role of roles) {
    describeMutants(role, sample(mutantsOf[role], 5))
    describeVariants(role, sample(variantsOf[role], 2))
  }
})
