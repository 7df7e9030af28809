import type { Role } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { gatewayVariants } from './gateway/index.ts'
import { kycVariants } from './kyc/index.ts'
import { merchantVariants } from './merchant/index.ts'
import type { Variant } from './variant.ts'

/** The variants of each role; their policies are those of the role. */
export const variantsOf: Readonly<Record<Role, readonly Variant<CommonPolicies>[]>> = {
  gateway: gatewayVariants,
  merchant: merchantVariants,
  kyc: kycVariants,
}
