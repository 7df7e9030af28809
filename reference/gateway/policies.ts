import { isSameAmount } from '../../protocol/amount.ts'
import { commonPolicies } from '../every-role/policies.ts'
import { isFromPage } from '../service/forms.ts'
import { runExclusive } from '../service/keyed-mutex.ts'
import { pageHeaders } from '../service/page.ts'
import { checkoutRules, newSession, newSessionId, redirectUrl } from './checkout.ts'
import type { GatewayPolicies } from './contract.ts'
import { checkoutPage, paidPage } from './hosted-page/markup.ts'
import { proofOfSession } from './hosted-page/proof.ts'
import { nextAddress } from './hosted-page/routes.ts'
import { charge, currentSession, isPayable, paymentOptions, sessionStatus } from './hosted-page/session.ts'
import { notificationUrl, notifyFirst, notifyInBackground } from './notification/notify.ts'
import { notificationHeaders, retryAfter } from './notification/outbox.ts'
import { newPayment, paymentRules, settlementOf } from './payment/create.ts'
import { paymentExpiry, paymentStatus } from './payment/expiry.ts'
import { issuerKey, proofOfPayment, settleRules } from './payment/settle.ts'
import { move, proofOfTransfer, recipientReference, transferRules } from './transfer.ts'
import { describeTransaction, newTxid } from './verify.ts'

/** The reference's decisions; the types of the contract group them by chapter. */
export const gatewayPolicies: GatewayPolicies = {
  ...commonPolicies,
  checkoutRules,
  newSession,
  newSessionId,
  redirectUrl,
  paymentOptions,
  checkoutPage,
  paidPage,
  pageHeaders,
  isFromPage,
  currentSession,
  sessionStatus,
  isPayable,
  runExclusive,
  charge,
  nextAddress,
  transferRules,
  move,
  recipientReference,
  paymentRules,
  newPayment,
  paymentExpiry,
  settlementOf,
  settleRules,
  issuerKey,
  isSameAmount,
  newTxid,
  proofOfSession,
  proofOfTransfer,
  proofOfPayment,
  paymentStatus,
  describeTransaction,
  notificationUrl,
  notificationHeaders,
  retryAfter,
  notifyFirst,
  notifyInBackground,
}
