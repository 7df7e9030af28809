import type { Check } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import { loadSuiteFiles } from './load.ts'

/** Every suite file of the folder, in the order of the register. */
export const suiteFiles = await loadSuiteFiles()

/** Every check of every role. */
export const allChecks: readonly Check[] = suiteFiles.flatMap(({ suites }) => suites.flatMap(suite => suite.checks))

/** Returns the checks that apply to a role. */
export const checksOf = (role: Role): readonly Check[] => allChecks.filter(check => check.roles.includes(role))
