import type { Check, Suite } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import { requirementIds } from '../protocol/requirements/index.ts'
import * as suites from './all.ts'

/** Returns the position in the register of the first clause that a suite decides. */
const positionOf = (suite: Suite): number =>
  Math.min(...suite.checks.flatMap(check => check.clauses).map(id => requirementIds.indexOf(id)))

/** Every suite, ordered by its name: the order of a module's members depends on what loads it. */
const byName = Object.entries(suites)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, suite]) => suite)

/** Every suite, in the order of the register. */
export const allSuites: readonly Suite[] = byName.sort((a, b) => positionOf(a) - positionOf(b))

/** Every check of every role. */
export const allChecks: readonly Check[] = allSuites.flatMap(suite => suite.checks)

/** Returns the checks that apply to a role. */
export const checksOf = (role: Role): readonly Check[] => allChecks.filter(check => check.roles.includes(role))
