import type { KycPolicies } from '../../reference/kyc/policies.ts'
import { controlVariants } from './kyc/controls.ts'
import type { Variant } from './variant.ts'

/** KYC providers that are conformant, and unlike the reference. */
export const kycVariants: readonly Variant<KycPolicies>[] = [...controlVariants]
