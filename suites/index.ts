import type { Check, Suite } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import { authentication } from './every-role/authentication/01-05.headers.suite.ts'
import { authenticationSignature } from './every-role/authentication/06-10.signature.suite.ts'
import { authenticationTime } from './every-role/authentication/11-13.timestamp.suite.ts'
import { authenticationNonce } from './every-role/authentication/14-15.19.nonce.suite.ts'
import { authenticationCaller } from './every-role/authentication/16-17.caller.suite.ts'
import { authenticationRefusals } from './every-role/authentication/18.23.28-29.refusals.suite.ts'
import { errors } from './every-role/errors/01-06.errors.suite.ts'
import { metadata } from './every-role/metadata/01-06.08.11-14.16.document.suite.ts'
import { payloadSignatures } from './every-role/payload-signatures/01-03.10.coverage.suite.ts'
import { degenerateSignatures } from './every-role/payload-signatures/05.degenerate.suite.ts'
import { payloadText } from './every-role/payload-signatures/06.text.suite.ts'
import { payloadSignatureChoices } from './every-role/payload-signatures/07-09.observations.suite.ts'
import { wireFormat } from './every-role/wire-format/01-03.emitted-values.suite.ts'
import { wireFormatAnswers } from './every-role/wire-format/04.10.responses.suite.ts'
import { wireFormatBodies } from './every-role/wire-format/05-06.08-09.bodies.suite.ts'
import { wireFormatHostile } from './every-role/wire-format/07.hostile-bodies.suite.ts'
import { gatewayAuthentication } from './gateway/authentication/20.24.26.keys.suite.ts'
import { gatewayAuthenticationChoices } from './gateway/authentication/21-22.25.27-28.observations.suite.ts'
import { checkout } from './gateway/checkout/01-07.09-12.14-15.checkout.suite.ts'
import { checkoutOrder } from './gateway/checkout/08.13.17.precedence.suite.ts'
import { checkoutAgain } from './gateway/checkout/13.second-checkout.suite.ts'
import { gatewayFlow } from './gateway/flow/01-02.payment-flow.suite.ts'
import { gatewayFlowStates } from './gateway/flow/03.states.suite.ts'
import { hostedPage } from './gateway/hosted-page/01-04.07-08.12.payment.suite.ts'
import { hostedPageOnce } from './gateway/hosted-page/05-06.13.lifecycle.suite.ts'
import { hostedPageSafety } from './gateway/hosted-page/09-10.security.suite.ts'
import { hostedPageChoices } from './gateway/hosted-page/11.14.observations.suite.ts'
import { gatewayMetadata } from './gateway/metadata/07.09.17-18.settlement.suite.ts'
import { notification } from './gateway/notification/01-03.delivery.suite.ts'
import { notificationFaults } from './gateway/notification/04-06.faults.suite.ts'
import { notificationChoices } from './gateway/notification/07-08.observations.suite.ts'
import { gatewaySignatures } from './gateway/payload-signatures/04.06.signatures.suite.ts'
import { paymentSuite } from './gateway/payment/01-08.11-13.payment.suite.ts'
import { paymentFetchSuite } from './gateway/payment/09.order-urls.suite.ts'
import { paymentChoicesSuite } from './gateway/payment/10.14.observations.suite.ts'
import { settleChoicesSuite } from './gateway/payment/10.settle-observations.suite.ts'
import { settleSuite } from './gateway/payment/15.settle.suite.ts'
import { transferSuite } from './gateway/transfer/01-05.14.17.transfer.suite.ts'
import { transferRefusalsSuite } from './gateway/transfer/06-08.16.refusals.suite.ts'
import { transferBalanceSuite } from './gateway/transfer/09.11-13.balance.suite.ts'
import { transferOrderSuite } from './gateway/transfer/10.precedence.suite.ts'
import { transferChoicesSuite } from './gateway/transfer/15.18.observations.suite.ts'
import { verifySuite } from './gateway/verify/01-08.verify.suite.ts'
import { kycAuthentication } from './kyc/authentication/20.public-operations.suite.ts'
import { callback } from './kyc/callback/01-03.05.07.10.decision.suite.ts'
import { callbackQuery } from './kyc/callback/04.06.12.query.suite.ts'
import { callbackSafety } from './kyc/callback/08.11.security.suite.ts'
import { callbackChoices } from './kyc/callback/09.observations.suite.ts'
import { consent } from './kyc/consent/01-04.page.suite.ts'
import { consentSafety } from './kyc/consent/05-07.security.suite.ts'
import { consentChoices } from './kyc/consent/08.observations.suite.ts'
import { kycFlow } from './kyc/flow/04.decisions.suite.ts'
import { grant } from './kyc/grant/01-03.06.grant.suite.ts'
import { grantCallback } from './kyc/grant/04-05.09.callback-address.suite.ts'
import { grantChoices } from './kyc/grant/07-08.10.observations.suite.ts'
import { kycMetadata } from './kyc/metadata/07.10.capabilities.suite.ts'
import { kycSignatures } from './kyc/payload-signatures/04.07-08.signatures.suite.ts'
import { kycWireFormat } from './kyc/wire-format/07.hostile-queries.suite.ts'
import { merchantAuthentication } from './merchant/authentication/20.public-operations.suite.ts'
import { merchantAuthenticationChoices } from './merchant/authentication/21-22.25.27-28.observations.suite.ts'
import { merchantFlow } from './merchant/flow/01.payment-flow.suite.ts'
import { merchantMetadata } from './merchant/metadata/07.15.capabilities.suite.ts'
import { orderSuite } from './merchant/order/01-09.11.order.suite.ts'
import { orderChoices } from './merchant/order/10.12.observations.suite.ts'
import { merchantSignatures } from './merchant/payload-signatures/04.06.signatures.suite.ts'
import { webhook } from './merchant/webhook/01-04.09-10.15.webhook.suite.ts'
import { webhookOrder } from './merchant/webhook/05.precedence.suite.ts'
import { webhookPayment } from './merchant/webhook/06-08.17.order-payment.suite.ts'
import { webhookKeys } from './merchant/webhook/11-14.issuer-keys.suite.ts'
import { webhookChoices } from './merchant/webhook/13.16.observations.suite.ts'
import { merchantWireFormat } from './merchant/wire-format/11.items.suite.ts'

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
