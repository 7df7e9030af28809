import { isSameAmount } from '../../protocol/amount.ts'
import { commonPolicies } from '../every-role/policies.ts'
import { pageHeaders } from '../service/page.ts'
import type { MerchantPolicies } from './contract.ts'
import { isSameRequest, newOrder, orderUrls, showOrder, signedOrder, signOrder } from './order/create.ts'
import { cancelledPage, completedPage } from './order/retrieval.ts'
import { orderRules } from './order/rules.ts'
import { isSignedByIssuer } from './webhook/issuer-keys.ts'
import { objections } from './webhook/objections.ts'
import { isPaidWith, pay, paymentOf } from './webhook/pay-once.ts'
import { rejection } from './webhook/receive.ts'
import { webhookRules } from './webhook/rules.ts'

/** The reference's decisions; the types of the contract group them by chapter. */
export const merchantPolicies: MerchantPolicies = {
  ...commonPolicies,
  isSameRequest,
  orderRules,
  newOrder,
  signOrder,
  orderUrls,
  signedOrder,
  showOrder,
  completedPage,
  cancelledPage,
  pageHeaders,
  webhookRules,
  isSignedByIssuer,
  isPaidWith,
  objections,
  isSameAmount,
  paymentOf,
  pay,
  rejection,
}
