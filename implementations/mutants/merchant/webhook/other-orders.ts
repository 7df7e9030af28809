import type { MerchantPolicies, Objection, WebhookRule } from '../../../../reference/merchant/contract.ts'
import type { OrderRecord } from '../../../../reference/merchant/records.ts'
import { amountDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import { webhookRules } from '../../../../reference/merchant/webhook/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { objectIf } from '../support/policies.ts'

type ProofOfOrder = Parameters<Objection>[0]

/** Returns the orders with the same reference as an order, including itself. */
const withReferenceOf = ({ record: { order }, merchant }: ProofOfOrder): Readonly<OrderRecord>[] =>
  merchant.store.orders().filter(other => order.reference !== undefined && other.order.reference === order.reference)

/** Compares the amount of a proof with that of one of the orders that share its reference. */
const amountDiffersFrom =
  (at: 0 | -1): Objection =>
  proofOfOrder =>
    amountDiffers({ ...proofOfOrder, record: withReferenceOf(proofOfOrder).at(at) ?? proofOfOrder.record })

/** Assigns a proof without an order to the last order. */
const takeLastOrder: WebhookRule = ({ signed: { proof }, merchant }) => {
  if (merchant.store.order(proof.to.reference ?? '') !== undefined) return undefined
  const last = merchant.store.orders().at(-1)
  if (last) proof.to.reference = last.order.id
  return undefined
}

/** Assigns a proof without a reference to the last order. */
const takeLastWithoutReference: WebhookRule = delivery =>
  (delivery.signed.proof.to.reference ?? '') === '' ? takeLastOrder(delivery) : undefined

/** Assigns a proof to the order that its sender names, if there is one. */
const takeOrderOfSender: WebhookRule = ({ signed: { proof }, merchant }) => {
  const named = merchant.store.order(proof.from.reference ?? '')
  if (named) proof.to.reference = named.order.id
  return undefined
}

/** The first order that each sender paid in a given second. */
const paidBySender = new Map<string, string | undefined>()

const repeatsPayment = ({ proof }: ProofOfOrder): boolean => {
  const sender = `${proof.from.ocid} ${proof.from.reference} ${proof.timestamp}`
  if (!paidBySender.has(sender)) paidBySender.set(sender, proof.to.reference)
  return paidBySender.get(sender) !== proof.to.reference
}

/** The capacity of the cache, in orders or payments. */
const cacheSize = 200

const isForgotten = ({ record, merchant }: ProofOfOrder): boolean =>
  !merchant.store
    .orders()
    .slice(-cacheSize)
    .some(({ order }) => order.id === record.order.id)

/** Orders, by when they were first paid. */
const paidOrders = new Set<string>()

const payUnlessRemembered: MerchantPolicies['pay'] = ({ record, payment }, store) => {
  const { order, payment: _forgotten, ...unpaid } = record
  paidOrders.add(order.id)
  const isRemembered = [...paidOrders].slice(-cacheSize).includes(order.id)
  if (!isRemembered) store.keepOrder({ ...unpaid, order })
  return store.pay(order.id, payment)
}

/** Faults in which of several orders a proof pays (WEBHOOK-01, WEBHOOK-06 to WEBHOOK-08). */
export const otherOrderMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'the amount of a proof is compared with that of the first order with the same reference',
    breaks: 'WEBHOOK-07',
    story: 'JOIN … ON orders.reference = due.reference LIMIT 1: a subscription has one reference for all its orders.',
    policies: { objections: replace(objections, amountDiffers, amountDiffersFrom(0)) },
  },
  {
    name: 'the amount of a proof is compared with that of the last order with the same reference',
    breaks: 'WEBHOOK-07',
    story: 'The amount due is stored by reference, and the next order of the same customer overwrites it.',
    policies: { objections: replace(objections, amountDiffers, amountDiffersFrom(-1)) },
  },
  {
    name: 'of the orders with one reference only one can be paid',
    breaks: 'WEBHOOK-01',
    story: 'Paid is a column of the cart, which the reference names; a returning customer has the same cart.',
    policies: {
      objections: [
        objectIf(
          of => withReferenceOf(of).some(other => other.order.id !== of.record.order.id && other.payment !== undefined),
          'The cart is paid.',
        ),
        ...objections,
      ],
    },
  },
  {
    name: 'who pays two orders in a second has paid one of them twice',
    breaks: 'WEBHOOK-01',
    story: 'A repeated payment is recognized by its account and its time.',
    policies: { objections: [...objections, objectIf(repeatsPayment, 'The payment is a repeated one.')] },
  },
  {
    name: 'a proof that names no order pays the last one',
    breaks: 'WEBHOOK-08',
    alsoBreaks: ['WEBHOOK-01'],
    story: 'orders.find(reference) ?? orders.at(-1), from the first demonstration.',
    policies: { webhookRules: [...webhookRules, takeLastOrder] },
  },
  {
    name: 'a proof without a reference pays the last order',
    breaks: 'WEBHOOK-01',
    alsoBreaks: ['WEBHOOK-08'],
    story: 'if (!reference) return orders.at(-1): a gateway in its early days sent none.',
    policies: { webhookRules: [...webhookRules, takeLastWithoutReference] },
  },
  {
    name: 'the order that the sender of a proof names comes first',
    breaks: 'WEBHOOK-01',
    story: 'byId(from.reference) ?? byId(to.reference): the two parties were mixed up, and one of them always fits.',
    policies: { webhookRules: [...webhookRules, takeOrderOfSender] },
  },
  {
    name: 'an order cannot be paid any more when two hundred others came after it',
    breaks: 'WEBHOOK-01',
    needsOthers: true,
    story: 'Open orders are in a cache of two hundred, and nothing reads them from the database.',
    policies: { objections: [objectIf(isForgotten, 'There is no such order.'), ...objections] },
  },
  {
    name: 'an order is open again when two hundred others were paid after it',
    breaks: 'WEBHOOK-06',
    needsOthers: true,
    story: 'Whether an order is paid is in a cache of two hundred.',
    policies: { pay: payUnlessRemembered },
  },
]
