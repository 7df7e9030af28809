import type { Check } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import { loadSuiteFiles } from './load.ts'

/** Loads the checks that apply to a role, and nothing of other roles: the same as `checksOf`, which takes longer. */
export const loadChecksOf = async (role: Role): Promise<readonly Check[]> => {
  const checks = (await loadSuiteFiles(role)).flatMap(({ suites }) => suites.flatMap(suite => suite.checks))
  return checks.filter(({ roles }) => roles.includes(role))
}
