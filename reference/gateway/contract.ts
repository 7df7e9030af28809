import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonObject } from '../../protocol/json/json.ts'
import type { Dialect, Profile } from '../../protocol/profile.ts'
import type { RequestParts } from '../../protocol/request/request.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import type { SessionStatus, TransactionStatus } from '../../protocol/states.ts'
import type { CheckoutRequest, PaymentRequest, Proof, SignedProof, TransferRequest } from '../../schemas/messages.ts'
import type { CommonPolicies, Service } from '../every-role/contract.ts'
import type { isFromPage } from '../service/forms.ts'
import type { KeyedMutex } from '../service/keyed-mutex.ts'
import type { Rule } from '../service/rules.ts'
import type { Account, Payment, PendingPayment, Session, Transaction } from './records.ts'
import type { Store } from './store.ts'

/** The gateway: a service with sessions, accounts and transactions. */
export type Gateway = Service<GatewayPolicies> & {
  store: Store
  outbox: Outbox
  /** Serializes the payment attempts of each order. */
  mutex: KeyedMutex
  /** OCIDs whose settlement proofs are accepted; the gateway's own first. */
  accepts: number[]
  /** OCIDs of the KYC providers that it accepts. */
  kycProviders: number[]
  currencies: string[]
  /** The secret behind the anti-forgery tokens of the hosted page. */
  pageSecret: Uint8Array
}

/** The subject of the checkout rules: a request, and its sender. */
export type Checkout = { caller: number; request: CheckoutRequest; gateway: Gateway }

/** A browser at the hosted page of a session. */
export type PageVisit = { request: FastifyRequest; reply: FastifyReply; session: Session; gateway: Gateway }

/** The contents of the hosted page; `path` is its own. */
export type CheckoutView = {
  session: Session
  merchantName: string
  options: readonly PaymentOption[]
  path: string
  token: string
}

/** A way to pay; `succeeds` is known beforehand, since this is a sandbox. */
export type PaymentOption = { id: string; label: string; hint: string; succeeds: boolean }

/**
 * A session after the customer paid or cancelled. `declined`: the payment failed. `notified`: resolves when the merchant has
 * answered the notification, or the time for that is over.
 */
export type SessionResult = { session: Session; declined?: boolean; notified?: Promise<void> }

/** The subject of the transfer rules: a request, and its sender. */
export type Transfer = { caller: number; request: TransferRequest; gateway: Gateway }

/** An amount that moves between two accounts, in minor units. */
export type Movement = { from: Readonly<Account>; to: Readonly<Account>; minor: bigint }

/** The subject of the payment rules: a request, and its sender. */
export type PaymentCreation = { caller: number; request: PaymentRequest; gateway: Gateway }

/** The subject of the settle rules: a proof offered for a payment; `issuerKey` is undefined if it cannot be read. */
export type SettlementOffer = {
  payment: PendingPayment
  provider: SignedProof
  issuerKey: string | undefined
  gateway: Gateway
}

/** A signed proof to send to a merchant; `base` is the address of its API, if it has one. */
export type ProofNotification = { base: string | undefined; signed: SignedProof }

/** A notification that is ready to deliver. */
export type Notification = { url: string; body: string }

/** The end of one attempt to deliver; without a status, it timed out. */
export type DeliveryResult = { status?: number }

/**
 * A notification that is not delivered yet: the number of its next attempt, and when that is due, in ms since 1970. If several processes
 * share the state, no other process tries before `claimedUntil`.
 */
export type WaitingNotification = Notification & { attempt: number; dueAt: number; claimedUntil?: number }

/** Keeps notifications until they are delivered. */
export type Outbox = {
  /** Keeps and delivers a notification; the promise never rejects, and resolves when the first attempt is over. */
  deliver: (notification: Notification) => Promise<void>
  /** Resumes the deliveries that an earlier process left unfinished. */
  resume: () => void
  /** Starts no further attempt. */
  close: () => void
}

/** How notifications are signed, and how many seconds pass until the next attempt: undefined for none. */
export type OutboxPolicies = {
  notificationHeaders: (parts: RequestParts, key: PrivateKey, dialect: Dialect) => Record<string, string>
  retryAfter: (attempt: number, result: DeliveryResult, profile: Profile) => number | undefined
}

type CheckoutPolicies = {
  checkoutRules: readonly Rule<Checkout>[]
  newSession: (checkout: Checkout) => Session
  newSessionId: (gateway: Gateway) => string
  redirectUrl: (sessionId: string, gateway: Gateway) => string
}

type HostedPagePolicies = {
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
  proofOfSession: (session: Session, gateway: Gateway) => Proof
  nextAddress: (result: SessionResult, gateway: Gateway) => string | undefined
}

type TransferPolicies = {
  transferRules: readonly Rule<Transfer>[]
  move: (movement: Movement, store: Store) => boolean | Promise<boolean>
  proofOfTransfer: (request: TransferRequest, gateway: Gateway) => Proof
  recipientReference: (request: TransferRequest) => string | undefined
}

type PaymentPolicies = {
  paymentRules: readonly Rule<PaymentCreation>[]
  newPayment: (creation: PaymentCreation) => PendingPayment
  paymentExpiry: (request: PaymentRequest, now: number) => number
  paymentStatus: (payment: PendingPayment, gateway: Gateway) => TransactionStatus
  settlementOf: (gateway: Gateway) => { accepts: number[] }
  settleRules: readonly Rule<SettlementOffer>[]
  issuerKey: (proof: Proof, gateway: Gateway) => Promise<string | undefined>
  isSameAmount: (a: string, b: string) => boolean
  proofOfPayment: (payment: Payment, provider: Proof, gateway: Gateway) => Proof
}

type VerifyPolicies = {
  newTxid: (gateway: Gateway) => string
  describeTransaction: (transaction: Transaction, gateway: Gateway) => JsonObject
}

type NotificationPolicies = OutboxPolicies & {
  notificationUrl: (base: string) => string
  notifyFirst: (notification: ProofNotification, gateway: Gateway) => Promise<void>
  notifyInBackground: (notification: ProofNotification, gateway: Gateway) => void | Promise<void>
}

/**
 * Every decision of the gateway that the protocol, or the reference profile, asks for. Each can be replaced on its own, which
 * turns this implementation into one with a single fault, or with another choice.
 */
export type GatewayPolicies = CommonPolicies &
  CheckoutPolicies &
  HostedPagePolicies &
  TransferPolicies &
  PaymentPolicies &
  VerifyPolicies &
  NotificationPolicies
