import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import type { Mutant } from '../mutant.ts'
import { kycAuthenticationMutants } from './authentication/public-operations.ts'
import { callbackAgainMutants } from './callback/again.ts'
import { callbackCombinationMutants } from './callback/combinations.ts'
import { callbackDecisionMutants } from './callback/decision.ts'
import { callbackQueryMutants } from './callback/query.ts'
import { callbackSecurityMutants } from './callback/security.ts'
import { submittedListMutants } from './callback/submitted-lists.ts'
import { behindLoginMutants } from './consent/behind-login.ts'
import { consentDecisionMutants } from './consent/decisions.ts'
import { descriptionMutants } from './consent/descriptions.ts'
import { consentPageMutants } from './consent/page.ts'
import { requesterMetadataMutants } from './consent/requester-metadata.ts'
import { consentScriptMutants } from './consent/scripts.ts'
import { consentSecurityMutants } from './consent/security.ts'
import { unaskedMutants } from './consent/unasked.ts'
import { kycErrorMutants } from './errors/errors.ts'
import { decisionRaceMutants } from './flow/decision-races.ts'
import { kycFlowMutants } from './flow/decisions.ts'
import { kycSeriesMutants } from './flow/series.ts'
import { callbackAddressMutants } from './grant/callback-address.ts'
import { lineEndMutants } from './grant/line-ends.ts'
import { grantParameterMutants } from './grant/parameters.ts'
import { grantProductionMutants } from './grant/production.ts'
import { grantRedirectMutants } from './grant/redirect.ts'
import { grantWritingMutants } from './grant/writings.ts'
import { kycAbsenceMutants } from './members/absences.ts'
import { kycConfusableMutants } from './members/confusables.ts'
import { kycEchoMutants } from './members/echoes.ts'
import { kycEndMutants } from './members/ends.ts'
import { kycSkippedCheckMutants } from './members/skipped-checks.ts'
import { wideUserMutants } from './members/wide-users.ts'
import { kycMetadataMutants } from './metadata/capabilities.ts'
import { hostileQueryMutants } from './wire-format/hostile-queries.ts'

/** Faults that only a KYC provider can have. */
export const kycMutants: readonly Mutant<KycPolicies>[] = [
  ...kycAuthenticationMutants,
  ...hostileQueryMutants,
  ...kycErrorMutants,
  ...kycMetadataMutants,
  ...callbackAddressMutants,
  ...grantParameterMutants,
  ...lineEndMutants,
  ...grantWritingMutants,
  ...grantProductionMutants,
  ...grantRedirectMutants,
  ...consentDecisionMutants,
  ...consentPageMutants,
  ...descriptionMutants,
  ...requesterMetadataMutants,
  ...consentSecurityMutants,
  ...consentScriptMutants,
  ...unaskedMutants,
  ...behindLoginMutants,
  ...callbackAgainMutants,
  ...callbackCombinationMutants,
  ...callbackDecisionMutants,
  ...callbackQueryMutants,
  ...callbackSecurityMutants,
  ...submittedListMutants,
  ...kycFlowMutants,
  ...decisionRaceMutants,
  ...kycEndMutants,
  ...wideUserMutants,
  ...kycConfusableMutants,
  ...kycEchoMutants,
  ...kycAbsenceMutants,
  ...kycSkippedCheckMutants,
  ...kycSeriesMutants,
]
