import { type Role, roles } from '../../../protocol/operations.ts'
import type { RequirementId } from '../../../protocol/requirements/index.ts'
import type { CommonPolicies } from '../../../reference/every-role/contract.ts'
import type { Mutant } from '../mutant.ts'

/** A fault that several roles can have; `roles`: those it is tried on. */
export type SharedMutant = Mutant<CommonPolicies> & { roles: readonly Role[] }

/** The roles whose operations require the four headers. */
export const authenticatedRoles: readonly Role[] = ['gateway', 'merchant']

/** Returns one mutant per role, with the clauses that it also breaks there. */
export const perRole = (
  mutant: Omit<SharedMutant, 'roles' | 'alsoBreaks'>,
  alsoBreaks: Partial<Record<Role, readonly RequirementId[]>>,
): SharedMutant[] =>
  roles.flatMap(role =>
    alsoBreaks[role] === undefined ? [] : { ...mutant, roles: [role], alsoBreaks: alsoBreaks[role] },
  )
