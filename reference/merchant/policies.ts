import { isSameAmount } from '../../protocol/amount.ts'
import type {
  Order,
  OrderRequest,
  OrderUrls,
  Proof,
  SignedOrder,
  SignedProof,
  WebhookResponse,
} from '../../schemas/messages.ts'
import type { Answer } from '../every-role/errors.ts'
import { type CommonPolicies, commonPolicies } from '../every-role/policies.ts'
import { pageHeaders } from '../service/page.ts'
import type { Rule } from '../service/rules.ts'
import type { Merchant } from './contract.ts'
import {
  isSameRequest,
  newOrder,
  type OrderCreation,
  orderRules,
  orderUrls,
  signedOrder,
  signOrder,
} from './order/create.ts'
import { cancelledPage, completedPage } from './order/pages.ts'
import type { OrderRecord, Payment } from './records.ts'
import type { Store } from './store.ts'
import { isSignedByIssuer } from './webhook/issuer-keys.ts'
import {
  isPaidWith,
  type Objection,
  objections,
  type ProofRule,
  pay,
  paymentOf,
  rejection,
  type Settling,
  webhookRules,
} from './webhook/receive.ts'

type OwnPolicies = {
  // POST /orders/create
  isSameRequest: (request: OrderRequest, known: OrderRecord) => boolean
  orderRules: readonly Rule<OrderCreation>[]
  newOrder: (creation: OrderCreation) => Order
  signOrder: (order: Order, creation: OrderCreation) => string
  orderUrls: (id: string, merchant: Merchant) => OrderUrls
  signedOrder: (known: OrderRecord, merchant: Merchant) => SignedOrder
  // the addresses of an order
  showOrder: (signed: SignedOrder) => Answer
  completedPage: (known: OrderRecord) => string
  cancelledPage: (known: OrderRecord) => string
  pageHeaders: Readonly<Record<string, string>>
  // POST /transfer/webhook
  webhookRules: readonly ProofRule[]
  isSignedByIssuer: (signed: SignedProof, merchant: Merchant) => Promise<boolean>
  isPaidWith: (known: OrderRecord, proof: Proof) => boolean
  objections: readonly Objection[]
  isSameAmount: (a: string, b: string) => boolean
  paymentOf: (proof: Proof, merchant: Merchant) => Payment
  pay: (settling: Settling, store: Store) => boolean | Promise<boolean>
  rejection: (proof: Proof, message: string) => WebhookResponse
}

/**
 * Every decision of the merchant that the protocol, or the reference profile, asks for. Each can be replaced on its own,
 * from outside: that is how an implementation with one fault, or with another choice, is made of this one.
 */
export type MerchantPolicies = CommonPolicies & OwnPolicies

const showOrder = (signed: SignedOrder): Answer => ({ status: 200, body: signed })

/** What the reference decides; the types above group them by the operation that asks. */
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
