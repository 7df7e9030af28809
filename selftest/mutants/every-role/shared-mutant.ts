import { type Role, roles } from '../../../protocol/operations.ts'
import type { RequirementId } from '../../../protocol/requirements/index.ts'
import type { CommonPolicies } from '../../../reference/every-role/policies.ts'
import type { Mutant } from '../mutant.ts'

/** A fault that more than one role can have, made of what they have in common; `roles`: those that it is tried on. */
export type SharedMutant = Mutant<CommonPolicies> & { roles: readonly Role[] }

/** The roles with operations that carry the four headers. */
export const authenticatedRoles: readonly Role[] = ['gateway', 'merchant']

/** The same fault in several roles, where other clauses fall with it in each of them. */
export const perRole = (
  mutant: Omit<SharedMutant, 'roles' | 'alsoBreaks'>,
  alsoBreaks: Partial<Record<Role, readonly RequirementId[]>>,
): SharedMutant[] =>
  roles.flatMap(role =>
    alsoBreaks[role] === undefined ? [] : { ...mutant, roles: [role], alsoBreaks: alsoBreaks[role] },
  )
