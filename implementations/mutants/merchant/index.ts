import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import type { Mutant } from '../mutant.ts'
import { unreadableSenderMutants } from './authentication/unreadable-senders.ts'
import { merchantErrorMutants } from './errors/errors.ts'
import { merchantFlowMutants } from './flow/payment-flow.ts'
import { merchantAbsenceMutants } from './members/absences.ts'
import { merchantConfusableMutants } from './members/confusables.ts'
import { merchantEchoMutants } from './members/echoes.ts'
import { merchantEndMutants } from './members/ends.ts'
import { skippedCheckMutants } from './members/skipped-checks.ts'
import { merchantTargetSetMutants } from './members/target-set.ts'
import { merchantMetadataMutants } from './metadata/capabilities.ts'
import { absentMemberMutants } from './order/absent-members.ts'
import { orderAddressMutants } from './order/addresses.ts'
import { orderAgainMutants } from './order/again.ts'
import { orderContentMutants } from './order/content.ts'
import { orderIdRaceMutants } from './order/id-races.ts'
import { orderRequestMutants } from './order/requests.ts'
import { orderSignatureMutants } from './order/signature.ts'
import { usedIdMutants } from './order/used-ids.ts'
import { merchantSignatureMutants } from './payload-signatures/signatures.ts'
import { webhookCurrencyMutants } from './webhook/currencies.ts'
import { issuerKeyMutants } from './webhook/issuer-keys.ts'
import { orderFirstMutants } from './webhook/order-first.ts'
import { otherAmountMutants } from './webhook/other-amounts.ts'
import { otherKeyMutants } from './webhook/other-keys.ts'
import { otherOrderMutants } from './webhook/other-orders.ts'
import { paymentRaceMutants } from './webhook/payment-races.ts'
import { webhookPrecedenceMutants } from './webhook/precedence.ts'
import { webhookProofMutants } from './webhook/proofs.ts'
import { webhookResponseMutants } from './webhook/responses.ts'
import { secondPaymentMutants } from './webhook/second-payments.ts'
import { secondProofMutants } from './webhook/second-proofs.ts'
import { orderSeriesMutants } from './webhook/series.ts'
import { wrongPaymentMutants } from './webhook/wrong-payments.ts'
import { merchantEmittedValueMutants } from './wire-format/emitted-values.ts'

/** Faults that only a merchant can have. */
export const merchantMutants: readonly Mutant<MerchantPolicies>[] = [
  ...merchantSignatureMutants,
  ...unreadableSenderMutants,
  ...merchantEmittedValueMutants,
  ...merchantErrorMutants,
  ...merchantMetadataMutants,
  ...orderAddressMutants,
  ...orderAgainMutants,
  ...orderContentMutants,
  ...orderRequestMutants,
  ...orderSignatureMutants,
  ...issuerKeyMutants,
  ...otherKeyMutants,
  ...otherOrderMutants,
  ...webhookCurrencyMutants,
  ...absentMemberMutants,
  ...usedIdMutants,
  ...webhookPrecedenceMutants,
  ...webhookProofMutants,
  ...webhookResponseMutants,
  ...secondPaymentMutants,
  ...orderFirstMutants,
  ...otherAmountMutants,
  ...paymentRaceMutants,
  ...secondProofMutants,
  ...orderIdRaceMutants,
  ...wrongPaymentMutants,
  ...orderSeriesMutants,
  ...merchantFlowMutants,
  ...merchantEndMutants,
  ...skippedCheckMutants,
  ...merchantTargetSetMutants,
  ...merchantConfusableMutants,
  ...merchantEchoMutants,
  ...merchantAbsenceMutants,
]
