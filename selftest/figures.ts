import type { Role } from '../protocol/operations.ts'
import { type RequirementId, requirements, requirementsOf } from '../protocol/requirements/index.ts'
import { checksOf } from '../suites/index.ts'
import { kills } from './kills.ts'
import { type AnyMutant, mutantsOf } from './mutants/index.ts'
import { variantsOf } from './variants/index.ts'

/** What the self-test has shown of a clause: how many faults its checks find, and at how many conformant choices they stay silent. */
export type Figures = { mutants: number; variants: number }

/** The clauses that a check of the role may break. */
export const provableClauses = (role: Role): RequirementId[] =>
  requirementsOf(role).filter(id => requirements[id].level !== 'open' && isObservable(id))

/** The checks of a role that assert something, by id with their clauses. */
export const assertingChecks = (role: Role) => checksOf(role).filter(({ kind }) => kind !== 'observation')

/** Not only from inside. */
const isObservable = (id: RequirementId): boolean => requirements[id].notObservable === undefined

/** The faults that a clause's own checks find. */
export const mutantsFoundBy = (role: Role, id: RequirementId): AnyMutant[] => {
  const own = new Set(
    assertingChecks(role)
      .filter(check => check.clauses.includes(id))
      .map(check => check.id),
  )
  return mutantsOf[role].filter(({ name }) => (kills[role][name] ?? []).some(check => own.has(check)))
}

/** The figures of each clause of a role that can be broken. */
export const figuresOf = (role: Role): Record<string, Figures> =>
  Object.fromEntries(
    provableClauses(role).map(id => [
      id,
      { mutants: mutantsFoundBy(role, id).length, variants: variantsOf[role].length },
    ]),
  )
