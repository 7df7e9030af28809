import type { Suite } from '../harness/clause.ts'
import { requirementIds } from '../protocol/requirements/index.ts'

/** Suites by the name that their file exports them by. */
export type NamedSuites = readonly (readonly [name: string, suite: Suite])[]

/** Returns the position in the register of the first clause that a suite decides. */
const positionOf = (suite: Suite): number =>
  Math.min(...suite.checks.flatMap(check => check.clauses).map(id => requirementIds.indexOf(id)))

/** Returns suites in the order of the register; those of one clause by their names, since the order of a module's members depends on what loads it. */
export const inOrder = (suites: NamedSuites): Suite[] =>
  suites
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, suite]) => suite)
    .toSorted((a, b) => positionOf(a) - positionOf(b))
