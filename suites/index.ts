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
import { gatewayPublicOperations } from './gateway/authentication/20.public-operations.suite.ts'
import { gatewayAuthenticationObservations } from './gateway/authentication/21-22.25.27-28.observations.suite.ts'
import { registeredKeys } from './gateway/authentication/24.26.registered-keys.suite.ts'
import { checkoutRedirectUrl } from './gateway/checkout/01.15.redirect-url.suite.ts'
import { checkoutMerchant } from './gateway/checkout/02-03.12.merchant.suite.ts'
import { checkoutExpiry } from './gateway/checkout/04-05.expiry.suite.ts'
import { checkoutSettlement } from './gateway/checkout/06-07.settlement.suite.ts'
import { checkoutPrecedence } from './gateway/checkout/08.precedence.suite.ts'
import { checkoutBody } from './gateway/checkout/09.body.suite.ts'
import { checkoutSessionIds } from './gateway/checkout/10-11.14.session.suite.ts'
import { checkoutObservations } from './gateway/checkout/13.17.observations.suite.ts'
import { secondCheckout } from './gateway/checkout/13.second-checkout.suite.ts'
import { checkoutRedirectSchemes } from './gateway/checkout/16.redirect-schemes.suite.ts'
import { gatewayFlow } from './gateway/flow/01-02.payment-flow.suite.ts'
import { gatewayFlowStates } from './gateway/flow/03.states.suite.ts'
import { settlementFlow } from './gateway/flow/05.settlement-observations.suite.ts'
import { hostedPageContent } from './gateway/hosted-page/01-02.content.suite.ts'
import { hostedPageRedirect } from './gateway/hosted-page/03-04.redirect.suite.ts'
import { hostedPagePaidOnce } from './gateway/hosted-page/05.paid-once.suite.ts'
import { hostedPageExpiry } from './gateway/hosted-page/06.13.expiry.suite.ts'
import { hostedPageProof } from './gateway/hosted-page/07-08.12.proof.suite.ts'
import { hostedPageMarkup } from './gateway/hosted-page/09.markup.suite.ts'
import { hostedPageAttacks } from './gateway/hosted-page/10.attacks.suite.ts'
import { finishedSessionObservations } from './gateway/hosted-page/11.observations.suite.ts'
import { hostedPageObservations } from './gateway/hosted-page/14.observations.suite.ts'
import { gatewayCapabilities } from './gateway/metadata/07.17.capabilities.suite.ts'
import { gatewaySettlement } from './gateway/metadata/09.18.settlement.suite.ts'
import { notificationDelivery } from './gateway/notification/01.delivery.suite.ts'
import { notificationAuthentication } from './gateway/notification/02.authentication.suite.ts'
import { notificationProof } from './gateway/notification/03.proof.suite.ts'
import { unsentNotifications } from './gateway/notification/04.unsent.suite.ts'
import { failingWebhook } from './gateway/notification/05.failing-webhook.suite.ts'
import { notificationRetries } from './gateway/notification/06.retries.suite.ts'
import { retryObservations } from './gateway/notification/07.retry-observations.suite.ts'
import { notificationObservations } from './gateway/notification/08.observations.suite.ts'
import { gatewaySignatures } from './gateway/payload-signatures/04.signatures.suite.ts'
import { gatewayText } from './gateway/payload-signatures/06.text.suite.ts'
import { paymentResponse } from './gateway/payment/01.05.07.response.suite.ts'
import { paymentExpiry } from './gateway/payment/02-03.08.expiry.suite.ts'
import { paymentRefusals } from './gateway/payment/04.11.refusals.suite.ts'
import { paymentAtVerify } from './gateway/payment/06.13.verify.suite.ts'
import { paymentOrderUrls } from './gateway/payment/09.order-urls.suite.ts'
import { paymentObservations } from './gateway/payment/10.observations.suite.ts'
import { settleObservations } from './gateway/payment/10.settle-observations.suite.ts'
import { paymentTxids } from './gateway/payment/12.txids.suite.ts'
import { paymentPartyObservations } from './gateway/payment/14.observations.suite.ts'
import { paymentSettlement } from './gateway/payment/15.settlement.suite.ts'
import { transferAccepted } from './gateway/transfer/01.17.accepted.suite.ts'
import { transferProof } from './gateway/transfer/02-04.14.proof.suite.ts'
import { transferTxids } from './gateway/transfer/05.txids.suite.ts'
import { transferRefusals } from './gateway/transfer/06-08.16.refusals.suite.ts'
import { transferBalance } from './gateway/transfer/09.balance.suite.ts'
import { transferPrecedence } from './gateway/transfer/10.precedence.suite.ts'
import { refusedTransferEffects } from './gateway/transfer/11.refusals-without-effect.suite.ts'
import { transferSums } from './gateway/transfer/12.sums.suite.ts'
import { transferConcurrency } from './gateway/transfer/13.concurrency.suite.ts'
import { transferObservations } from './gateway/transfer/15.18.observations.suite.ts'
import { verifyRefusals } from './gateway/verify/01.06.refusals.suite.ts'
import { verifyTransactions } from './gateway/verify/02-05.transactions.suite.ts'
import { verifyTxids } from './gateway/verify/07.txids.suite.ts'
import { verifyObservations } from './gateway/verify/08.observations.suite.ts'
import { hostileSubmissions } from './gateway/wire-format/07.hostile-submissions.suite.ts'
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
  gatewayCapabilities,
  gatewaySettlement,
  merchantMetadata,
  kycMetadata,
  authenticationHeadersRequired,
  authenticationSigner,
  authenticationCoverage,
  authenticationTimestamp,
  authenticationNonce,
  authenticationCaller,
  authenticationRefusals,
  gatewayPublicOperations,
  gatewayAuthenticationObservations,
  registeredKeys,
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
  gatewayText,
  merchantSignatures,
  kycSignatures,
  emittedValues,
  responseContentType,
  refusedAmounts,
  refusedForeignBodies,
  hostileRequests,
  refusedMembers,
  amountObservations,
  hostileSubmissions,
  merchantWireFormat,
  kycWireFormat,
  errorBody,
  errorConditions,
  errorLeaks,
  errorObservations,
  checkoutRedirectUrl,
  checkoutMerchant,
  checkoutExpiry,
  checkoutSettlement,
  checkoutPrecedence,
  checkoutBody,
  checkoutSessionIds,
  checkoutObservations,
  secondCheckout,
  checkoutRedirectSchemes,
  hostedPageContent,
  hostedPageRedirect,
  hostedPagePaidOnce,
  hostedPageExpiry,
  hostedPageProof,
  hostedPageMarkup,
  hostedPageAttacks,
  finishedSessionObservations,
  hostedPageObservations,
  verifyRefusals,
  verifyTransactions,
  verifyTxids,
  verifyObservations,
  transferAccepted,
  transferProof,
  transferTxids,
  transferRefusals,
  transferBalance,
  transferPrecedence,
  refusedTransferEffects,
  transferSums,
  transferConcurrency,
  transferObservations,
  paymentResponse,
  paymentExpiry,
  paymentRefusals,
  paymentAtVerify,
  paymentOrderUrls,
  paymentObservations,
  settleObservations,
  paymentTxids,
  paymentPartyObservations,
  paymentSettlement,
  notificationDelivery,
  notificationAuthentication,
  notificationProof,
  unsentNotifications,
  failingWebhook,
  notificationRetries,
  retryObservations,
  notificationObservations,
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
  settlementFlow,
  merchantFlow,
  kycFlow,
]

/** Every check of every role. */
export const allChecks: readonly Check[] = allSuites.flatMap(suite => suite.checks)

/** Returns the checks that apply to a role. */
export const checksOf = (role: Role): readonly Check[] => allChecks.filter(check => check.roles.includes(role))
