import type { GatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { Mutant } from '../mutant.ts'
import { gatewayAuthenticationMutants } from './authentication.ts'
import { checkoutMutants } from './checkout.ts'
import { checkoutSessionMutants } from './checkout-session.ts'
import { gatewayErrorMutants } from './errors.ts'
import { flowMutants } from './flow.ts'
import { gatewayFormatMutants } from './formats.ts'
import { hostedPageMutants } from './hosted-page.ts'
import { hostedPageOnceMutants } from './hosted-page-once.ts'
import { hostedPageSafetyMutants } from './hosted-page-safety.ts'
import { gatewayMetadataMutants } from './metadata.ts'
import { notificationMutants } from './notification.ts'
import { notificationFaultMutants } from './notification-faults.ts'
import { paymentMutants } from './payment.ts'
import { paymentRequestMutants } from './payment-requests.ts'
import { gatewaySignatureMutants } from './signatures.ts'
import { transferMutants } from './transfer.ts'
import { transferBalanceMutants } from './transfer-balance.ts'
import { transferRefusalMutants } from './transfer-refusals.ts'
import { verifyMutants } from './verify.ts'

/** Faults that only a gateway can have. */
export const gatewayMutants: readonly Mutant<GatewayPolicies>[] = [
  ...gatewayAuthenticationMutants,
  ...checkoutSessionMutants,
  ...checkoutMutants,
  ...gatewayErrorMutants,
  ...flowMutants,
  ...gatewayFormatMutants,
  ...hostedPageOnceMutants,
  ...hostedPageSafetyMutants,
  ...hostedPageMutants,
  ...gatewayMetadataMutants,
  ...notificationFaultMutants,
  ...notificationMutants,
  ...paymentRequestMutants,
  ...paymentMutants,
  ...gatewaySignatureMutants,
  ...transferBalanceMutants,
  ...transferRefusalMutants,
  ...transferMutants,
  ...verifyMutants,
]
