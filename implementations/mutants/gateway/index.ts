import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import type { Mutant } from '../mutant.ts'
import { gatewayAuthenticationMutants } from './authentication/keys.ts'
import { checkoutCurrencyMutants } from './checkout/currencies.ts'
import { checkoutOrderMutants } from './checkout/order.ts'
import { checkoutPrecedenceMutants } from './checkout/precedence.ts'
import { checkoutSessionMutants } from './checkout/session.ts'
import { checkoutTermsMutants } from './checkout/terms.ts'
import { gatewayErrorMutants } from './errors/errors.ts'
import { flowMutants } from './flow/flow.ts'
import { forgottenTransactionMutants } from './flow/forgotten.ts'
import { paymentSeriesMutants } from './flow/payments.ts'
import { sessionSeriesMutants } from './flow/sessions.ts'
import { hostedPageContentMutants } from './hosted-page/content.ts'
import { hostedPageDecisionMutants } from './hosted-page/decisions.ts'
import { hostedPageFieldMutants } from './hosted-page/fields.ts'
import { laterPageMutants } from './hosted-page/later-page.ts'
import { hostedPageLifecycleMutants } from './hosted-page/lifecycle.ts'
import { otherOptionMutants } from './hosted-page/other-option.ts'
import { hostedPageProofMutants } from './hosted-page/proof.ts'
import { hostedPageScriptMutants } from './hosted-page/scripts.ts'
import { hostedPageSecurityMutants } from './hosted-page/security.ts'
import { sessionRaceMutants } from './hosted-page/session-races.ts'
import { similarOrderMutants } from './hosted-page/similar-orders.ts'
import { absenceMutants } from './members/absences.ts'
import { confusableMutants } from './members/confusables.ts'
import { echoMutants } from './members/echoes.ts'
import { endMutants } from './members/ends.ts'
import { foundTxidMutants } from './members/found-txids.ts'
import { refusedAgainMutants } from './members/refused-again.ts'
import { skippedCheckMutants } from './members/skipped-checks.ts'
import { targetSetMutants } from './members/target-set.ts'
import { gatewaySettlementMutants } from './metadata/settlement.ts'
import { notificationDeliveryMutants } from './notification/delivery.ts'
import { failedDeliveryMutants } from './notification/failed-delivery.ts'
import { incompletePaymentMutants } from './notification/incomplete-payments.ts'
import { unreportedMutants } from './notification/unreported.ts'
import { gatewaySignatureMutants } from './payload-signatures/signatures.ts'
import { paymentCreationMutants } from './payment/creation.ts'
import { paymentExpiryMutants } from './payment/expiry.ts'
import { payeeMutants } from './payment/merchants.ts'
import { orderUrlMutants } from './payment/order-urls.ts'
import { paymentRequestMutants } from './payment/requests.ts'
import { settledPaymentMutants } from './payment/settle.ts'
import { similarPaymentMutants } from './payment/similar.ts'
import { paymentVerifyMutants } from './payment/verify.ts'
import { transferAmountMutants } from './transfer/amounts.ts'
import { transferBalanceMutants } from './transfer/balance.ts'
import { balanceRaceMutants } from './transfer/balance-races.ts'
import { bookingMutants } from './transfer/booking.ts'
import { incompleteTransferMutants } from './transfer/incomplete-requests.ts'
import { overdraftMutants } from './transfer/overdrafts.ts'
import { transferPrecedenceMutants } from './transfer/precedence.ts'
import { transferProofMutants } from './transfer/proof.ts'
import { transferRecordMutants } from './transfer/records.ts'
import { transferRefusalMutants } from './transfer/refusals.ts'
import { transferSeriesMutants } from './transfer/series.ts'
import { similarTransferMutants } from './transfer/similar.ts'
import { staleMemoMutants } from './transfer/stale-memos.ts'
import { unreportedTransferMutants } from './transfer/unreported.ts'
import { verifyLookupMutants } from './verify/lookup.ts'
import { verifyStatusMutants } from './verify/status.ts'
import { gatewayEmittedValueMutants } from './wire-format/emitted-values.ts'

/** Faults that only a gateway can have. */
export const gatewayMutants: readonly Mutant<GatewayPolicies>[] = [
  ...gatewayAuthenticationMutants,
  ...gatewaySignatureMutants,
  ...gatewayEmittedValueMutants,
  ...gatewayErrorMutants,
  ...gatewaySettlementMutants,
  ...checkoutCurrencyMutants,
  ...checkoutOrderMutants,
  ...checkoutPrecedenceMutants,
  ...checkoutSessionMutants,
  ...checkoutTermsMutants,
  ...hostedPageContentMutants,
  ...similarOrderMutants,
  ...hostedPageDecisionMutants,
  ...hostedPageFieldMutants,
  ...laterPageMutants,
  ...hostedPageLifecycleMutants,
  ...otherOptionMutants,
  ...hostedPageProofMutants,
  ...hostedPageSecurityMutants,
  ...hostedPageScriptMutants,
  ...notificationDeliveryMutants,
  ...failedDeliveryMutants,
  ...incompletePaymentMutants,
  ...unreportedMutants,
  ...transferAmountMutants,
  ...similarTransferMutants,
  ...transferBalanceMutants,
  ...overdraftMutants,
  ...bookingMutants,
  ...balanceRaceMutants,
  ...unreportedTransferMutants,
  ...sessionRaceMutants,
  ...incompleteTransferMutants,
  ...transferPrecedenceMutants,
  ...transferProofMutants,
  ...transferRecordMutants,
  ...transferRefusalMutants,
  ...transferSeriesMutants,
  ...staleMemoMutants,
  ...paymentCreationMutants,
  ...similarPaymentMutants,
  ...payeeMutants,
  ...paymentExpiryMutants,
  ...orderUrlMutants,
  ...paymentRequestMutants,
  ...settledPaymentMutants,
  ...paymentVerifyMutants,
  ...verifyLookupMutants,
  ...verifyStatusMutants,
  ...flowMutants,
  ...forgottenTransactionMutants,
  ...sessionSeriesMutants,
  ...paymentSeriesMutants,
  ...echoMutants,
  ...endMutants,
  ...confusableMutants,
  ...foundTxidMutants,
  ...refusedAgainMutants,
  ...skippedCheckMutants,
  ...targetSetMutants,
  ...absenceMutants,
]
