import type { Role } from '../protocol/operations.ts'
import { authentication } from './authentication.suite.ts'
import { authenticationCaller } from './authentication-caller.suite.ts'
import { authenticationNonce } from './authentication-nonce.suite.ts'
import { authenticationRefusals } from './authentication-refusals.suite.ts'
import { authenticationSignature } from './authentication-signature.suite.ts'
import { authenticationTime } from './authentication-time.suite.ts'
import { errors } from './errors.suite.ts'
import { gatewayAuthentication } from './gateway/authentication.suite.ts'
import { gatewayAuthenticationChoices } from './gateway/authentication-choices.suite.ts'
import { checkout } from './gateway/checkout.suite.ts'
import { checkoutAgain } from './gateway/checkout-again.suite.ts'
import { checkoutOrder } from './gateway/checkout-order.suite.ts'
import { gatewayFlow } from './gateway/flow.suite.ts'
import { gatewayFlowStates } from './gateway/flow-states.suite.ts'
import { hostedPage } from './gateway/hosted-page.suite.ts'
import { hostedPageChoices } from './gateway/hosted-page-choices.suite.ts'
import { hostedPageOnce } from './gateway/hosted-page-once.suite.ts'
import { hostedPageSafety } from './gateway/hosted-page-safety.suite.ts'
import { gatewayMetadata } from './gateway/metadata.suite.ts'
import { notification } from './gateway/notification.suite.ts'
import { notificationChoices } from './gateway/notification-choices.suite.ts'
import { notificationFaults } from './gateway/notification-faults.suite.ts'
import { paymentSuite } from './gateway/payment.suite.ts'
import { paymentChoicesSuite } from './gateway/payment-choices.suite.ts'
import { paymentFetchSuite } from './gateway/payment-fetch.suite.ts'
import { settleSuite } from './gateway/settle.suite.ts'
import { settleChoicesSuite } from './gateway/settle-choices.suite.ts'
import { gatewaySignatures } from './gateway/signatures.suite.ts'
import { transferSuite } from './gateway/transfer.suite.ts'
import { transferBalanceSuite } from './gateway/transfer-balance.suite.ts'
import { transferChoicesSuite } from './gateway/transfer-choices.suite.ts'
import { transferOrderSuite } from './gateway/transfer-order.suite.ts'
import { transferRefusalsSuite } from './gateway/transfer-refusals.suite.ts'
import { verifySuite } from './gateway/verify.suite.ts'
import type { Check, Suite } from './harness/clause.ts'
import { kycAuthentication } from './kyc/authentication.suite.ts'
import { callback } from './kyc/callback.suite.ts'
import { callbackChoices } from './kyc/callback-choices.suite.ts'
import { callbackQuery } from './kyc/callback-query.suite.ts'
import { callbackSafety } from './kyc/callback-safety.suite.ts'
import { consent } from './kyc/consent.suite.ts'
import { consentChoices } from './kyc/consent-choices.suite.ts'
import { consentSafety } from './kyc/consent-safety.suite.ts'
import { kycFlow } from './kyc/flow.suite.ts'
import { grant } from './kyc/grant.suite.ts'
import { grantCallback } from './kyc/grant-callback.suite.ts'
import { grantChoices } from './kyc/grant-choices.suite.ts'
import { kycMetadata } from './kyc/metadata.suite.ts'
import { kycSignatures } from './kyc/signatures.suite.ts'
import { kycWireFormat } from './kyc/wire-format.suite.ts'
import { merchantAuthentication } from './merchant/authentication.suite.ts'
import { merchantAuthenticationChoices } from './merchant/authentication-choices.suite.ts'
import { merchantFlow } from './merchant/flow.suite.ts'
import { merchantMetadata } from './merchant/metadata.suite.ts'
import { orderSuite } from './merchant/order.suite.ts'
import { orderChoices } from './merchant/order-choices.suite.ts'
import { merchantSignatures } from './merchant/signatures.suite.ts'
import { webhook } from './merchant/webhook.suite.ts'
import { webhookChoices } from './merchant/webhook-choices.suite.ts'
import { webhookKeys } from './merchant/webhook-keys.suite.ts'
import { webhookOrder } from './merchant/webhook-order.suite.ts'
import { webhookPayment } from './merchant/webhook-payment.suite.ts'
import { merchantWireFormat } from './merchant/wire-format.suite.ts'
import { metadata } from './metadata.suite.ts'
import { payloadSignatures } from './payload-signatures.suite.ts'
import { payloadSignatureChoices } from './payload-signatures-choices.suite.ts'
import { degenerateSignatures } from './payload-signatures-degenerate.suite.ts'
import { payloadText } from './payload-text.suite.ts'
import { wireFormat } from './wire-format.suite.ts'
import { wireFormatAnswers } from './wire-format-answers.suite.ts'
import { wireFormatBodies } from './wire-format-bodies.suite.ts'
import { wireFormatHostile } from './wire-format-hostile.suite.ts'

/** Every suite, in the order of the document. */
export const allSuites: readonly Suite[] = [
  metadata,
  gatewayMetadata,
  merchantMetadata,
  authentication,
  authenticationCaller,
  authenticationNonce,
  authenticationRefusals,
  authenticationSignature,
  authenticationTime,
  gatewayAuthentication,
  gatewayAuthenticationChoices,
  merchantAuthentication,
  merchantAuthenticationChoices,
  payloadSignatures,
  payloadSignatureChoices,
  degenerateSignatures,
  payloadText,
  gatewaySignatures,
  merchantSignatures,
  wireFormat,
  wireFormatAnswers,
  wireFormatBodies,
  wireFormatHostile,
  merchantWireFormat,
  errors,
  checkout,
  checkoutOrder,
  checkoutAgain,
  hostedPage,
  hostedPageChoices,
  hostedPageOnce,
  hostedPageSafety,
  verifySuite,
  transferSuite,
  transferBalanceSuite,
  transferChoicesSuite,
  transferOrderSuite,
  transferRefusalsSuite,
  paymentSuite,
  paymentChoicesSuite,
  paymentFetchSuite,
  settleSuite,
  settleChoicesSuite,
  notification,
  notificationChoices,
  notificationFaults,
  gatewayFlow,
  gatewayFlowStates,
  orderSuite,
  orderChoices,
  webhook,
  webhookOrder,
  webhookPayment,
  webhookKeys,
  webhookChoices,
  merchantFlow,
  kycMetadata,
  kycAuthentication,
  kycSignatures,
  kycWireFormat,
  grant,
  grantCallback,
  grantChoices,
  consent,
  consentChoices,
  consentSafety,
  callback,
  callbackChoices,
  callbackQuery,
  callbackSafety,
  kycFlow,
]

/** Every check of every role. */
export const allChecks: readonly Check[] = allSuites.flatMap(suite => suite.checks)

/** The checks that a target of this role is held to. */
export const checksOf = (role: Role): readonly Check[] => allChecks.filter(check => check.roles.includes(role))
