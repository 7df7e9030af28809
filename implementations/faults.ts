import type { Role } from '../protocol/operations.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'
import type { CommonPolicies } from '../reference/every-role/contract.ts'
import type { Changes } from '../sandbox/build-role.ts'
import { formerNamesOf } from './former-names.ts'
import { type Implementation, serveOptionsOf } from './implementation.ts'
import { mutantsOf } from './mutants/index.ts'
import { variantsOf } from './variants/index.ts'

/** An implementation of a role that a sandbox can serve: a mutant, which breaks a clause, or a variant, which breaks none. */
export type Fault = {
  role: Role
  name: string
  /** Its former names; they still find it. */
  formerNames: readonly string[]
  /** How the mistake happens in practice. */
  story: string
  breaks?: RequirementId
  /** The changes to the reference. */
  changes: Changes
  /** The path of its base address, if it has one. */
  prefix: string
}

const faultOf = (role: Role, implementation: Implementation<CommonPolicies> & { breaks?: RequirementId }): Fault => {
  const { name, story, breaks, prefix = '' } = implementation
  const changes = serveOptionsOf(role, implementation)
  const fault = { role, name, formerNames: formerNamesOf(role, name), story, changes, prefix }
  return breaks === undefined ? fault : { ...fault, breaks }
}

/** Returns the mutants of a role in table order, then its variants. */
export const faultsOf = (role: Role): Fault[] =>
  [...mutantsOf[role], ...variantsOf[role]].map(implementation => faultOf(role, implementation))
