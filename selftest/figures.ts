import { type AnyMutant, mutantsOf } from '../implementations/mutants/index.ts'
import { variantsOf } from '../implementations/variants/index.ts'
import type { Role } from '../protocol/operations.ts'
import { type RequirementId, requirements, requirementsOf } from '../protocol/requirements/index.ts'
import { checksOf } from '../suites/index.ts'
import { kills } from './kills.ts'

/** Returns the clauses of a role that a check can fail. */
export const provableClauses = (role: Role): RequirementId[] =>
  requirementsOf(role).filter(id => requirements[id].level !== 'open' && isObservable(id))

/** Returns the checks of a role that are not observations. */
export const assertingChecks = (role: Role) => checksOf(role).filter(({ kind }) => kind !== 'observation')

const isObservable = (id: RequirementId): boolean => requirements[id].notObservable === undefined

/** Returns the mutants that the checks of a clause find. */
export const mutantsFoundBy = (role: Role, id: RequirementId): AnyMutant[] => {
  const own = new Set(
    assertingChecks(role)
      .filter(check => check.clauses.includes(id))
      .map(check => check.id),
  )
  return mutantsOf[role].filter(({ name }) => (kills[role][name] ?? []).some(check => own.has(check)))
}

/** Returns the number of a role's variants and, for each clause that a check can fail, of the mutants that its checks find. */
export const figuresOf = (role: Role) => ({
  variants: variantsOf[role].length,
  mutants: Object.fromEntries(provableClauses(role).map(id => [id, mutantsFoundBy(role, id).length])),
})
