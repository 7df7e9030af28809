import type { JsonObject } from '../../protocol/json.ts'
import type { Call } from '../authenticated.ts'
import { edit } from '../edit.ts'
import { isSuccess } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { members } from '../members.ts'

/** How long a refused transfer may take to show, once a later one did not. */
const patienceMs = 2_500

/** Another text of the same length: its last character differs. */
const other = (text: unknown): string => {
  const last = String(text).slice(-1)
  return String(text).slice(0, -1) + (last === 'x' ? 'y' : 'x')
}

const order = (stage: Stage): JsonObject => stage.merchant.order({ reference: stage.fresh('ref') }) as JsonObject

/** POST /orders/checkout by the merchant. The urls are what the order's own signature does not cover. */
const checkout: Call = {
  operation: 'orders.checkout',
  sender: stage => stage.merchant,
  others: stage => [stage.merchant2, stage.partner],
  body: stage => stage.merchant.signs(order(stage)) as JsonObject,
  edited: (stage, { path, value }, body) => {
    const { merchant } = stage
    const whole = (body?.order as JsonObject | undefined) ?? order(stage)
    return path.startsWith('order.')
      ? (merchant.signs(edit(whole, path.slice('order.'.length), value)) as JsonObject)
      : edit(body ?? (merchant.signs(whole) as JsonObject), path, value)
  },
  altered: (_stage, body) => edit(body, 'urls.completed', other(member(body.urls, 'completed'))),
  amount: 'order.amount',
  text: 'order.memo',
  numbers: ['order.expiresAt', 'order.createdAt', 'order.ocid', 'order.items.0.quantity'],
  required: members({
    object: ['order'],
    text: ['signature', 'order.id', 'order.currency'],
    integer: ['order.ocid'],
    amount: ['order.amount'],
  }),
  optional: members({
    timestamp: ['order.expiresAt'],
    text: ['order.reference', 'order.memo', 'order.items.0.id', 'order.items.0.name'],
    integer: ['order.items.0.quantity'],
    price: ['order.items.0.price'],
    list: ['order.items'],
    object: ['urls'],
    texts: ['urls.order'],
    address: ['urls.completed', 'urls.cancelled'],
  }),
  unknownCodes: ['UNKNOWN_OCID', 'MERCHANT_NOT_REGISTERED'],
}

const transferBody = (stage: Stage): JsonObject =>
  stage.transferOf({ from: stage.partner, to: stage.merchant, memo: 'Conformance transfer' }) as JsonObject

/** A reference to an order that cannot be retrieved anywhere, where a path leads into it. */
const withOrder = (body: JsonObject, path: string): JsonObject =>
  path.startsWith('order.')
    ? { ...body, order: { id: String(member(body.to, 'reference') ?? body.reference), urls: [] } }
    : body

const referenceOf = (body: JsonObject): string => String(member(body.to, 'reference'))

/** Transactions under a reference that the merchant was notified of, when a later transfer has had time to show. */
const announced = async (stage: Stage, body: JsonObject): Promise<number | undefined> => {
  if (stage.session.obstacles.counterpart) return undefined
  const later = transferBody(stage)
  const answer = await stage.call('transfer.create', later, { as: stage.partner })
  if (isSuccess(answer)) await stage.notifications(referenceOf(later), { timeoutMs: patienceMs })
  const reference = referenceOf(body)
  const found = stage.witness.find(one => one.kind === 'notification' && one.reference === reference)
  return new Set(found.map(one => one.txid)).size
}

/** POST /transfer/create by the partner: one unit to the merchant's till, whose notification shows it. */
const transfer: Call = {
  operation: 'transfer.create',
  sender: stage => stage.partner,
  others: stage => [stage.merchant, stage.app],
  body: transferBody,
  edited: (stage, { path, value }, body = transferBody(stage)) => edit(withOrder(body, path), path, value),
  altered: (_stage, body) => edit(body, 'memo', other(body.memo)),
  amount: 'amount',
  text: 'memo',
  numbers: ['from.ocid', 'to.ocid'],
  required: members({
    object: ['from', 'to'],
    text: ['currency'],
    integer: ['from.ocid', 'to.ocid'],
    amount: ['amount'],
  }),
  optional: members({
    text: ['memo', 'from.reference', 'to.reference'],
    texts: ['order.urls'],
  }),
  unknownCodes: ['UNKNOWN_OCID'],
  movesMoney: true,
  timesDone: announced,
}

const paymentBody = (stage: Stage): JsonObject =>
  stage.paymentOf(stage.merchant, { memo: 'Conformance payment' }) as JsonObject

/** POST /payment/create by the app, to the merchant. */
const payment: Call = {
  operation: 'payment.create',
  sender: stage => stage.app,
  others: stage => [stage.merchant, stage.partner],
  body: paymentBody,
  edited: (stage, { path, value }, body = paymentBody(stage)) => edit(withOrder(body, path), path, value),
  altered: (_stage, body) => edit(body, 'memo', other(body.memo)),
  amount: 'amount',
  text: 'memo',
  numbers: ['to', 'expiresAt'],
  required: members({ integer: ['to'], text: ['currency'], amount: ['amount'] }),
  optional: members({
    timestamp: ['expiresAt'],
    text: ['reference', 'memo'],
    texts: ['order.urls'],
  }),
  unknownCodes: ['UNKNOWN_OCID'],
}

/** The authenticated operations of a gateway. */
export const gatewayCalls: readonly Call[] = [checkout, transfer, payment]
