import type { MerchantPolicies } from '../../../reference/merchant/policies.ts'
import type { Mutant } from '../mutant.ts'
import { merchantErrorMutants } from './errors.ts'
import { merchantFlowMutants } from './flow.ts'
import { merchantFormatMutants } from './formats.ts'
import { merchantMetadataMutants } from './metadata.ts'
import { orderMutants } from './order.ts'
import { orderRequestMutants } from './order-request.ts'
import { merchantSignatureMutants } from './signatures.ts'
import { webhookMutants } from './webhook.ts'
import { webhookKeyMutants } from './webhook-keys.ts'
import { webhookPaymentMutants } from './webhook-payment.ts'

/** Faults that only a merchant can have. */
export const merchantMutants: readonly Mutant<MerchantPolicies>[] = [
  ...merchantErrorMutants,
  ...merchantFlowMutants,
  ...merchantFormatMutants,
  ...merchantMetadataMutants,
  ...orderRequestMutants,
  ...orderMutants,
  ...merchantSignatureMutants,
  ...webhookKeyMutants,
  ...webhookPaymentMutants,
  ...webhookMutants,
]
