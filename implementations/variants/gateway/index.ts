import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import type { Variant } from '../variant.ts'
import { amountSpellingVariants } from './amount-spellings.ts'
import { amountVariants } from './amounts.ts'
import { authenticationVariants } from './authentication.ts'
import { busyAccountVariants } from './busy-accounts.ts'
import { capabilityVariants } from './capabilities.ts'
import { conversionVariants } from './conversions.ts'
import { dialectVariants } from './dialects.ts'
import { errorFormVariants } from './error-forms.ts'
import { hostedPageGuardVariants } from './hosted-page-guards.ts'
import { hostedPageStepVariants } from './hosted-page-steps.ts'
import { hostedPageVariants } from './hosted-pages.ts'
import { httpVariants } from './http.ts'
import { lateCreditVariants } from './late-credits.ts'
import { lateTransferVariants } from './late-transfers.ts'
import { metadataVariants } from './metadata.ts'
import { notificationVariants } from './notifications.ts'
import { orderLimitVariants } from './order-limits.ts'
import { paymentWayVariants } from './payment-ways.ts'
import { paymentVariants } from './payments.ts'
import { proofVariants } from './proofs.ts'
import { redirectVariants } from './redirects.ts'
import { responseVariants } from './responses.ts'
import { sessionIdVariants } from './session-ids.ts'
import { sessionVariants } from './sessions.ts'
import { simultaneousRequestVariants } from './simultaneous.ts'
import { txidVariants } from './txids.ts'
import { validationVariants } from './validation.ts'
import { verifyVariants } from './verify.ts'

/** Conformant gateways that chose otherwise where the document is silent. */
export const gatewayVariants: readonly Variant<GatewayPolicies>[] = [
  ...metadataVariants,
  ...capabilityVariants,
  ...dialectVariants,
  ...authenticationVariants,
  ...httpVariants,
  ...responseVariants,
  ...validationVariants,
  ...errorFormVariants,
  ...amountVariants,
  ...amountSpellingVariants,
  ...busyAccountVariants,
  ...conversionVariants,
  ...lateCreditVariants,
  ...simultaneousRequestVariants,
  ...sessionVariants,
  ...sessionIdVariants,
  ...orderLimitVariants,
  ...redirectVariants,
  ...hostedPageVariants,
  ...hostedPageStepVariants,
  ...paymentWayVariants,
  ...hostedPageGuardVariants,
  ...notificationVariants,
  ...proofVariants,
  ...txidVariants,
  ...verifyVariants,
  ...paymentVariants,
  ...lateTransferVariants,
]
