import { isSameAmount } from '../../protocol/amount.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { SessionStatus, TransactionStatus } from '../../protocol/states.ts'
import type { PaymentRequest, Proof, TransferRequest } from '../../schemas/messages.ts'
import { type CommonPolicies, commonPolicies } from '../every-role/policies.ts'
import { isFromPage } from '../service/forms.ts'
import { type KeyedMutex, runExclusive } from '../service/keyed-mutex.ts'
import { pageHeaders } from '../service/page.ts'
import type { Rule } from '../service/rules.ts'
import { type Checkout, checkoutRules, newSession, newSessionId, redirectUrl } from './checkout.ts'
import type { Gateway, Notice } from './contract.ts'
import { type CheckoutView, checkoutPage, paidPage } from './hosted-page/markup.ts'
import { nextAddress } from './hosted-page/routes.ts'
import {
  charge,
  currentSession,
  type Decision,
  isPayable,
  type PaymentOption,
  paymentOptions,
  sessionStatus,
} from './hosted-page/session.ts'
import { notificationUrl, notifyFirst, notifyInBackground } from './notification/notify.ts'
import { notificationHeaders, type OutboxPolicies, retryAfter } from './notification/outbox.ts'
import { newPayment, type PaymentCreation, paymentExpiry, paymentRules, settlementOf } from './payment/create.ts'
import { issuerKey, type SettlementOffer, settleRules } from './payment/settle.ts'
import { newTxid, proofOfPayment, proofOfSession, proofOfTransfer, recipientReference } from './proof.ts'
import type { Payment, PendingPayment, Session, Transaction } from './records.ts'
import type { Store } from './store.ts'
import { type Movement, move, type Transfer, transferRules } from './transfer.ts'
import { describeTransaction, paymentStatus } from './verify.ts'

type OwnPolicies = {
  // POST /orders/checkout
  checkoutRules: readonly Rule<Checkout>[]
  newSession: (checkout: Checkout) => Session
  newSessionId: (gateway: Gateway) => string
  redirectUrl: (sessionId: string, gateway: Gateway) => string
  // the hosted page
  paymentOptions: readonly PaymentOption[]
  checkoutPage: (view: CheckoutView) => string
  paidPage: (session: Session, merchantName: string) => string
  pageHeaders: Readonly<Record<string, string>>
  isFromPage: typeof isFromPage
  currentSession: (id: string, gateway: Gateway) => Session | undefined
  sessionStatus: (session: Session, now: number, gateway: Gateway) => SessionStatus
  isPayable: (session: Session) => boolean
  runExclusive: <T>(mutexes: KeyedMutex, key: string, task: () => Promise<T>) => Promise<T>
  charge: (option: PaymentOption, session: Session) => Promise<boolean>
  nextAddress: (decision: Decision, gateway: Gateway) => string | undefined
  // POST /transfer/create
  transferRules: readonly Rule<Transfer>[]
  move: (movement: Movement, store: Store) => boolean | Promise<boolean>
  recipientReference: (request: TransferRequest) => string | undefined
  // POST /payment/create and /payment/settle
  paymentRules: readonly Rule<PaymentCreation>[]
  newPayment: (order: PaymentCreation) => PendingPayment
  paymentExpiry: (request: PaymentRequest, now: number) => number
  settlementOf: (gateway: Gateway) => { accepts: number[] }
  settleRules: readonly Rule<SettlementOffer>[]
  issuerKey: (proof: Proof, gateway: Gateway) => Promise<string | undefined>
  isSameAmount: (a: string, b: string) => boolean
  // proofs and GET /verify/{txid}
  newTxid: (gateway: Gateway) => string
  proofOfSession: (session: Session, gateway: Gateway) => Proof
  proofOfTransfer: (request: TransferRequest, gateway: Gateway) => Proof
  proofOfPayment: (payment: Payment, provider: Proof, gateway: Gateway) => Proof
  paymentStatus: (payment: PendingPayment, gateway: Gateway) => TransactionStatus
  describeTransaction: (transaction: Transaction, gateway: Gateway) => JsonObject
  // the Instant Transfer Notification
  notificationUrl: (base: string) => string
  notifyFirst: (notice: Notice, gateway: Gateway) => Promise<void>
  notifyInBackground: (notice: Notice, gateway: Gateway) => void | Promise<void>
}

/**
 * Every decision of the gateway that the protocol, or the reference profile, asks for. Each can be replaced on its own,
 * from outside: that is how an implementation with one fault, or with another choice, is made of this one.
 */
export type GatewayPolicies = CommonPolicies & OutboxPolicies & OwnPolicies

/** What the reference decides; the types above group them by the operation that asks. */
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
