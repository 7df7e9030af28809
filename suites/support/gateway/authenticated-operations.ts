import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Call } from '../authenticated-operations.ts'
import { edit } from '../edit.ts'
import { members } from '../mistyped-values.ts'

/** How long a refused transfer may take to show, once a later one did not. */
const patienceMs = 2_500

/** Another text of the same length: its last character differs. */
const other = (text: unknown): string => {
  const last = String(text).slice(-1)
  return String(text).slice(0, -1) + (last === 'x' ? 'y' : 'x')
}

const order = (context: CheckContext): JsonObject =>
  context.merchant.order({ reference: context.fresh('ref') }) as JsonObject

/** POST /orders/checkout by the merchant. The urls are what the order's own signature does not cover. */
const checkout: Call = {
  operation: 'orders.checkout',
  sender: context => context.merchant,
  others: context => [context.merchant2, context.partner],
  body: context => context.merchant.signs(order(context)) as JsonObject,
  edited: (context, { path, value }, body) => {
    const { merchant } = context
    const whole = (body?.order as JsonObject | undefined) ?? order(context)
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

const transferBody = (context: CheckContext): JsonObject =>
  context.transferOf({ from: context.partner, to: context.merchant, memo: 'Conformance transfer' }) as JsonObject

/** A reference to an order that cannot be retrieved anywhere, where a path leads into it. */
const withOrder = (body: JsonObject, path: string): JsonObject =>
  path.startsWith('order.')
    ? { ...body, order: { id: String(member(body.to, 'reference') ?? body.reference), urls: [] } }
    : body

const referenceOf = (body: JsonObject): string => String(member(body.to, 'reference'))

/** Transactions under a reference that the merchant was notified of, when a later transfer has had time to show. */
const announced = async (context: CheckContext, body: JsonObject): Promise<number | undefined> => {
  if (context.run.obstacles.counterpart) return undefined
  const later = transferBody(context)
  const response = await context.call('transfer.create', later, { as: context.partner })
  if (isSuccess(response)) await context.notifications(referenceOf(later), { timeoutMs: patienceMs })
  const reference = referenceOf(body)
  const found = context.journal.find(one => one.kind === 'notification' && one.reference === reference)
  return new Set(found.map(one => one.txid)).size
}

/** POST /transfer/create by the partner: one unit to the merchant's till, whose notification shows it. */
const transfer: Call = {
  operation: 'transfer.create',
  sender: context => context.partner,
  others: context => [context.merchant, context.app],
  body: transferBody,
  edited: (context, { path, value }, body = transferBody(context)) => edit(withOrder(body, path), path, value),
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

const paymentBody = (context: CheckContext): JsonObject =>
  context.paymentOf(context.merchant, { memo: 'Conformance payment' }) as JsonObject

/** POST /payment/create by the app, to the merchant. */
const payment: Call = {
  operation: 'payment.create',
  sender: context => context.app,
  others: context => [context.merchant, context.partner],
  body: paymentBody,
  edited: (context, { path, value }, body = paymentBody(context)) => edit(withOrder(body, path), path, value),
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
