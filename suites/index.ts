import type { Check, Suite } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import { authenticationHeadersRequired } from './every-role/authentication/01-05.headers.suite.ts'
import { authenticationSigner } from './every-role/authentication/06-07.signer.suite.ts'
import { authenticationCoverage } from './every-role/authentication/08-10.coverage.suite.ts'
import { authenticationTimestamp } from './every-role/authentication/11-13.timestamp.suite.ts'
import { authenticationNonce } from './every-role/authentication/14-15.19.nonce.suite.ts'
import { authenticationCaller } from './every-role/authentication/16-17.caller.suite.ts'
import { authenticationRefusals } from './every-role/authentication/18.23.28-29.refusals.suite.ts'
import { errorBody } from './every-role/errors/01.03.body.suite.ts'
import { errorConditions } from './every-role/errors/02.conditions.suite.ts'
import { errorLeaks } from './every-role/errors/04.leaks.suite.ts'
import { errorObservations } from './every-role/errors/05-06.observations.suite.ts'
import { metadataRetrieval } from './every-role/metadata/01.13.retrieval.suite.ts'
import { metadataMembers } from './every-role/metadata/02-03.14.members.suite.ts'
import { metadataConfig } from './every-role/metadata/04.06.11-12.config.suite.ts'
import { metadataAddresses } from './every-role/metadata/05.16.addresses.suite.ts'
import { metadataSignature } from './every-role/metadata/08.signature.suite.ts'
import { payloadSpelling } from './every-role/payload-signatures/01-02.spelling.suite.ts'
import { payloadCoverage } from './every-role/payload-signatures/03.10.coverage.suite.ts'
import { degeneratePayloadSignature } from './every-role/payload-signatures/05.payload-signature.suite.ts'
import { degenerateRequestSignature } from './every-role/payload-signatures/05.request-signature.suite.ts'
import { payloadText } from './every-role/payload-signatures/06.text.suite.ts'
import { payloadSignatureObservations } from './every-role/payload-signatures/07-09.observations.suite.ts'
import { emittedValues } from './every-role/wire-format/01-03.emitted-values.suite.ts'
import { responseContentType } from './every-role/wire-format/04.content-type.suite.ts'
import { refusedAmounts } from './every-role/wire-format/05.amounts.suite.ts'
import { refusedForeignBodies } from './every-role/wire-format/06.foreign-bodies.suite.ts'
import { hostileRequests } from './every-role/wire-format/07.hostile-bodies.suite.ts'
import { refusedMembers } from './every-role/wire-format/08-09.members.suite.ts'
import { amountObservations } from './every-role/wire-format/10.amount-observations.suite.ts'
import { gatewayAuthentication } from './gateway/authentication/20.24.26.keys.suite.ts'
import { gatewayAuthenticationObservations } from './gateway/authentication/21-22.25.27-28.observations.suite.ts'
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
import { merchantAuthenticationObservations } from './merchant/authentication/21-22.25.27-28.observations.suite.ts'
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

/** Every suite, in the order of the register. */
export const allSuites: readonly Suite[] = [
  metadataRetrieval,
  metadataMembers,
  metadataConfig,
  metadataAddresses,
  metadataSignature,
  gatewayMetadata,
  merchantMetadata,
  kycMetadata,
  authenticationHeadersRequired,
  authenticationSigner,
  authenticationCoverage,
  authenticationTimestamp,
  authenticationNonce,
  authenticationCaller,
  authenticationRefusals,
  gatewayAuthentication,
  gatewayAuthenticationObservations,
  merchantAuthentication,
  merchantAuthenticationObservations,
  kycAuthentication,
  payloadSpelling,
  payloadCoverage,
  degeneratePayloadSignature,
  degenerateRequestSignature,
  payloadText,
  payloadSignatureObservations,
  gatewaySignatures,
  merchantSignatures,
  kycSignatures,
  emittedValues,
  responseContentType,
  refusedAmounts,
  refusedForeignBodies,
  hostileRequests,
  refusedMembers,
  amountObservations,
  merchantWireFormat,
  kycWireFormat,
  errorBody,
  errorConditions,
  errorLeaks,
  errorObservations,
  checkout,
  checkoutOrder,
  checkoutAgain,
  hostedPage,
  hostedPageOnce,
  hostedPageSafety,
  hostedPageChoices,
  verifySuite,
  transferSuite,
  transferRefusalsSuite,
  transferBalanceSuite,
  transferOrderSuite,
  transferChoicesSuite,
  paymentSuite,
  paymentFetchSuite,
  paymentChoicesSuite,
  settleChoicesSuite,
  settleSuite,
  notification,
  notificationFaults,
  notificationChoices,
  orderSuite,
  orderChoices,
  webhook,
  webhookOrder,
  webhookPayment,
  webhookKeys,
  webhookChoices,
  grant,
  grantCallback,
  grantChoices,
  consent,
  consentSafety,
  consentChoices,
  callback,
  callbackQuery,
  callbackSafety,
  callbackChoices,
  gatewayFlow,
  gatewayFlowStates,
  merchantFlow,
  kycFlow,
]

/** Every check of every role. */
export const allChecks: readonly Check[] = allSuites.flatMap(suite => suite.checks)

/** Returns the checks that apply to a role. */
export const checksOf = (role: Role): readonly Check[] => allChecks.filter(check => check.roles.includes(role))
