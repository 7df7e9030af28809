import type { KycPolicies } from '../../reference/kyc/policies.ts'
import { answerVariants } from './kyc/answers.ts'
import { callbackVariants } from './kyc/callback.ts'
import { controlVariants } from './kyc/controls.ts'
import { dialectVariants } from './kyc/dialects.ts'
import { grantVariants } from './kyc/grant.ts'
import { guardVariants } from './kyc/guards.ts'
import { consentPageVariants } from './kyc/pages.ts'
import { placeVariants } from './kyc/places.ts'
import { stepVariants } from './kyc/steps.ts'
import type { Variant } from './variant.ts'

/** KYC providers that are conformant, and unlike the reference. */
export const kycVariants: readonly Variant<KycPolicies>[] = [
  ...dialectVariants,
  ...grantVariants,
  ...controlVariants,
  ...stepVariants,
  ...placeVariants,
  ...consentPageVariants,
  ...guardVariants,
  ...callbackVariants,
  ...answerVariants,
]
