import type { Refusal } from '../../protocol/errors.ts'
import type {
  Order,
  OrderRequest,
  OrderUrls,
  Proof,
  SignedOrder,
  SignedProof,
  WebhookResponse,
} from '../../schemas/messages.ts'
import type { CommonPolicies, JsonResponse, Service } from '../every-role/contract.ts'
import type { Rule } from '../service/rules.ts'
import type { OrderPayment, OrderRecord } from './records.ts'
import type { Store } from './store.ts'

/** The merchant: a service with orders, and with issuers that may prove their payment. */
export type Merchant = Service<MerchantPolicies> & {
  store: Store
  /** OCIDs whose proofs are accepted; every signed order lists them. */
  issuers: number[]
  currencies: readonly string[]
}

/** The subject of the order rules: a request for an order, and its sender. */
export type OrderCreation = { caller: number; request: OrderRequest; merchant: Merchant }

/** The subject of the webhook rules: a signed proof as delivered. */
type Delivery = { signed: SignedProof; merchant: Merchant }

/** One of the receiver's checks: the refusal if the proof does not meet it. */
export type WebhookRule = (delivery: Delivery) => Refusal | undefined | Promise<Refusal | undefined>

/** A proof, the order that it names, and the payment that it would make. */
export type ProofOfOrder = { proof: Proof; record: OrderRecord; payment: OrderPayment; merchant: Merchant }

/** Returns why a proof does not pay its order; undefined if it does. */
export type Objection = (proofOfOrder: ProofOfOrder) => string | undefined

type OrderPolicies = {
  isSameRequest: (request: OrderRequest, record: OrderRecord) => boolean
  orderRules: readonly Rule<OrderCreation>[]
  newOrder: (creation: OrderCreation) => Order
  signOrder: (order: Order, creation: OrderCreation) => string
  orderUrls: (id: string, merchant: Merchant) => OrderUrls
  signedOrder: (record: OrderRecord, merchant: Merchant) => SignedOrder
  showOrder: (signed: SignedOrder) => JsonResponse
  completedPage: (record: OrderRecord) => string
  cancelledPage: (record: OrderRecord) => string
  pageHeaders: Readonly<Record<string, string>>
}

type WebhookPolicies = {
  webhookRules: readonly WebhookRule[]
  isSignedByIssuer: (signed: SignedProof, merchant: Merchant) => Promise<boolean>
  isPaidWith: (record: OrderRecord, proof: Proof) => boolean
  objections: readonly Objection[]
  isSameAmount: (a: string, b: string) => boolean
  paymentOf: (proof: Proof, merchant: Merchant) => OrderPayment
  pay: (proofOfOrder: ProofOfOrder, store: Store) => boolean | Promise<boolean>
  rejection: (proof: Proof, message: string) => WebhookResponse
}

/**
 * Every decision of the merchant that the protocol, or the reference profile, asks for. Each can be replaced on its own, which
 * turns this implementation into one with a single fault, or with another choice.
 */
export type MerchantPolicies = CommonPolicies & OrderPolicies & WebhookPolicies
