import type { Role } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { sharedMutants } from './every-role/index.ts'
import { gatewayMutants } from './gateway/index.ts'
import { kycMutants } from './kyc/index.ts'
import { merchantMutants } from './merchant/index.ts'
import type { Mutant } from './mutant.ts'

/** A fault of any role, with the policies of that role. */
export type AnyMutant = Mutant<CommonPolicies>

const shared = (role: Role): AnyMutant[] => sharedMutants.filter(({ roles }) => roles.includes(role))

/** The faults of each role. */
export const mutantsOf: Readonly<Record<Role, readonly AnyMutant[]>> = {
  gateway: [...shared('gateway'), ...(gatewayMutants as readonly AnyMutant[])],
  merchant: [...shared('merchant'), ...(merchantMutants as readonly AnyMutant[])],
  kyc: [...shared('kyc'), ...(kycMutants as readonly AnyMutant[])],
}
