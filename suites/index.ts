import type { Check, Suite } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import * as suites from './all.ts'
import { inOrder } from './order.ts'

/** Every suite, in the order of the register. */
export const allSuites: readonly Suite[] = inOrder(Object.entries(suites))

/** Every check of every role. */
export const allChecks: readonly Check[] = allSuites.flatMap(suite => suite.checks)

/** Returns the checks that apply to a role. */
export const checksOf = (role: Role): readonly Check[] => allChecks.filter(check => check.roles.includes(role))
