import type { KycPolicies } from '../../../reference/kyc/policies.ts'
import type { Mutant } from '../mutant.ts'
import { kycAnswerMutants } from './answers.ts'
import { callbackMutants } from './callback.ts'
import { callbackSafetyMutants } from './callback-safety.ts'
import { consentMutants } from './consent.ts'
import { consentSafetyMutants } from './consent-safety.ts'
import { kycErrorMutants } from './errors.ts'
import { kycFlowMutants } from './flow.ts'
import { kycFormatMutants } from './formats.ts'
import { grantMutants } from './grant.ts'
import { kycMetadataMutants } from './metadata.ts'
import { kycProductionMutants } from './production.ts'

/** Faults that only a KYC provider can have. */
export const kycMutants: readonly Mutant<KycPolicies>[] = [
  ...kycAnswerMutants,
  ...callbackSafetyMutants,
  ...callbackMutants,
  ...consentSafetyMutants,
  ...consentMutants,
  ...kycErrorMutants,
  ...kycFlowMutants,
  ...kycFormatMutants,
  ...grantMutants,
  ...kycMetadataMutants,
  ...kycProductionMutants,
]
