import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import { type Role, roles } from '../../protocol/operations.ts'
import { requirementsOf } from '../../protocol/requirements/index.ts'
import { checksOf } from '../../suites/index.ts'
import { certifyReference, clausesThat } from '../certify.ts'

/** The number of random selections for each role; SELFTEST_SELECTIONS sets another, such as 300. */
const selections = Number(process.env.SELFTEST_SELECTIONS ?? 4)

/** What --only accepts: a clause, all whose numbers begin with the same digit, a chapter, a check, or the checks of a suite. */
const globOf = (role: Role): fc.Arbitrary<string> => {
  const clauses = requirementsOf(role)
  const checks = checksOf(role).map(({ id }) => id)
  const startsOf = (ids: readonly string[], end: RegExp) => [...new Set(ids.map(id => `${id.replace(end, '')}*`))]
  return fc.oneof(
    fc.constantFrom(...clauses),
    { weight: 2, arbitrary: fc.constantFrom(...startsOf(clauses, /\d$/)) },
    fc.constantFrom(...startsOf(clauses, /\d+$/)),
    fc.constantFrom(...checks),
    { weight: 2, arbitrary: fc.constantFrom(...startsOf(checks, /[^/]*$/)) },
  )
}

/** Selections that once hung. */
const known: Partial<Record<Role, { only: string[]; seed: number }[]>> = {
  gateway: [{ only: ['TRANSFER-1*', 'NOTIFY-*'], seed: 1280352900 }],
}

const selectionsOf = (role: Role) => {
  const selection = fc.record({
    only: fc.uniqueArray(globOf(role), { minLength: 1, maxLength: 4 }),
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  })
  return [...(known[role] ?? []), ...fc.sample(selection, { numRuns: selections, seed: 42 })]
}

/** Waits for absent events are short, since the reference sends everything immediately. */
const patience = { ...plainSettings.patience, notificationMs: 2_000 }

describe.concurrent.each([...roles])('a run of some checks of a %s ends, and fails nothing', role => {
  test.for(selectionsOf(role))('$only, seed $seed', async ({ only, seed }) => {
    const depth = seed % 4 === 0 ? 'standard' : 'quick'
    const certified = await certifyReference({}, { only, seed, depth, patience }, role)
    const { interrupted, ended } = certified.report.run
    expect({ interrupted, ended, failed: clausesThat(certified, 'fail', 'warn') }).toEqual({
      interrupted: undefined,
      ended: undefined,
      failed: [],
    })
    expect([0, 3]).toContain(certified.exitCode)
  })
})
