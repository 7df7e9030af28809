import type { Role } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/every-role/policies.ts'
import { sharedMutants } from './every-role/index.ts'
import { gatewayMutants } from './gateway/index.ts'
import { kycMutants } from './kyc/index.ts'
import { merchantMutants } from './merchant/index.ts'
import type { Mutant } from './mutant.ts'

/** Faults of a role as the self-test handles them; each replaces decisions of its own role only. */
export type AnyMutant = Mutant<CommonPolicies>

const shared = (role: Role): AnyMutant[] => sharedMutants.filter(({ roles }) => roles.includes(role))

/** Every fault of every role. */
export const mutantsOf: Readonly<Record<Role, readonly AnyMutant[]>> = {
  gateway: [...shared('gateway'), ...(gatewayMutants as readonly AnyMutant[])],
  merchant: [...shared('merchant'), ...(merchantMutants as readonly AnyMutant[])],
  kyc: [...shared('kyc'), ...(kycMutants as readonly AnyMutant[])],
}
