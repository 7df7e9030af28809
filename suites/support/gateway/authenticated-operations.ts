import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { AuthenticatedOperation } from '../authentication/authenticated-operation.ts'
import { edit } from '../edit.ts'
import { members } from '../wire-format/mistyped-values.ts'

/** Returns whether a response is a success with a member of the documented result. */
const hasResult =
  (name: string) =>
  (response: HttpResponse): boolean =>
    isSuccess(response) && memberOf(response.json, name) !== undefined

/** Returns a string of the same length with a different last character. */
const withOtherEnd = (text: unknown): string => {
  const last = textOf(text).slice(-1)
  return textOf(text).slice(0, -1) + (last === 'x' ? 'y' : 'x')
}

const order = (context: CheckContext): JsonObject =>
  context.merchant.order({ reference: context.fresh('ref') }) as JsonObject

/** POST /orders/checkout, sent by the merchant. The signature of the order does not cover the urls. */
const checkout: AuthenticatedOperation = {
  name: 'orders.checkout',
  sender: context => context.merchant,
  otherCallers: context => [context.merchant2, context.partner],
  body: context => context.merchant.signs(order(context)) as JsonObject,
  bodyWith: (context, { path, value }, body) => {
    const { merchant } = context
    const signed = (body?.order as JsonObject | undefined) ?? order(context)
    // An amount with items may be refused for their sum.
    const whole = path === 'order.amount' ? edit(signed, 'items', undefined) : signed
    return path.startsWith('order.')
      ? (merchant.signs(edit(whole, path.slice('order.'.length), value)) as JsonObject)
      : edit(body ?? (merchant.signs(whole) as JsonObject), path, value)
  },
  bodyWithOtherText: (_context, body) => edit(body, 'urls.completed', withOtherEnd(memberOf(body.urls, 'completed'))),
  amountPath: 'order.amount',
  textPath: 'order.memo',
  numberPaths: ['order.expiresAt', 'order.createdAt', 'order.ocid', 'order.items.0.quantity'],
  required: members({
    object: ['order'],
    text: ['signature', 'order.id', 'order.currency'],
    integer: ['order.ocid'],
    amount: ['order.amount'],
  }),
  optional: members({
    timestamp: ['order.expiresAt', 'order.createdAt'],
    ocids: ['order.accepts'],
    text: ['order.reference', 'order.memo', 'order.items.0.id', 'order.items.0.name'],
    integer: ['order.items.0.quantity'],
    price: ['order.items.0.price'],
    list: ['order.items'],
    object: ['urls'],
    texts: ['urls.order'],
    address: ['urls.completed', 'urls.cancelled'],
  }),
  unknownCallerCodes: ['UNKNOWN_OCID', 'MERCHANT_NOT_REGISTERED'],
  isExecution: hasResult('redirect_url'),
}

const transferBody = (context: CheckContext): JsonObject =>
  context.transferOf({ from: context.partner, to: context.merchant, memo: 'Conformance transfer' }) as JsonObject

/** Adds a reference to an order that cannot be retrieved, if the path leads into it. */
const withOrder = (body: JsonObject, path: string): JsonObject =>
  path.startsWith('order.')
    ? { ...body, order: { id: textOf(memberOf(body.to, 'reference') ?? body.reference), urls: [] } }
    : body

const referenceOf = (body: JsonObject): string => textOf(memberOf(body.to, 'reference'))

/** Counts the transactions under the reference that the merchant was notified of, once a later transfer has had time to show. */
const notifiedCount = async (context: CheckContext, body: JsonObject): Promise<number | undefined> => {
  if (context.run.obstacles.counterpart) return undefined
  const later = transferBody(context)
  const response = await context.call('transfer.create', later, { as: context.partner })
  const { patience } = context.run
  if (isSuccess(response)) {
    const ms = patience.usualMs
    const notifications = await context.notifications(referenceOf(later), ms)
    if (notifications.length === 0) patience.missed(ms)
  }
  return notifiedSoFar(context, body)
}

/** Counts the transactions under the reference that the merchant was notified of so far. */
const notifiedSoFar = (context: CheckContext, body: JsonObject): number => {
  const reference = referenceOf(body)
  const requests = context.requestsSoFar(request => request.kind === 'notification' && request.reference === reference)
  return new Set(requests.map(({ txid }) => txid)).size
}

/** POST /transfer/create, sent by the partner: one unit to the merchant, whose notification shows it. */
const transfer: AuthenticatedOperation = {
  name: 'transfer.create',
  sender: context => context.partner,
  otherCallers: context => [context.merchant, context.app],
  body: transferBody,
  bodyWith: (context, { path, value }, body = transferBody(context)) => edit(withOrder(body, path), path, value),
  bodyWithOtherText: (_context, body) => edit(body, 'memo', withOtherEnd(body.memo)),
  amountPath: 'amount',
  textPath: 'memo',
  numberPaths: ['from.ocid', 'to.ocid'],
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
  unknownCallerCodes: ['UNKNOWN_OCID'],
  isExecution: hasResult('proof'),
  movesMoney: true,
  trace: 'the merchant is notified of it',
  executionCount: notifiedCount,
  laterCount: notifiedSoFar,
}

const paymentBody = (context: CheckContext): JsonObject =>
  context.paymentOf(context.merchant, { memo: 'Conformance payment' }) as JsonObject

/** POST /payment/create, sent by the app, to the merchant. */
const payment: AuthenticatedOperation = {
  name: 'payment.create',
  sender: context => context.app,
  otherCallers: context => [context.merchant, context.partner],
  body: paymentBody,
  bodyWith: (context, { path, value }, body = paymentBody(context)) => edit(withOrder(body, path), path, value),
  bodyWithOtherText: (_context, body) => edit(body, 'memo', withOtherEnd(body.memo)),
  amountPath: 'amount',
  textPath: 'memo',
  numberPaths: ['to', 'expiresAt'],
  required: members({ integer: ['to'], text: ['currency'], amount: ['amount'] }),
  optional: members({
    timestamp: ['expiresAt'],
    text: ['reference', 'memo'],
    texts: ['order.urls'],
  }),
  unknownCallerCodes: ['UNKNOWN_OCID'],
  isExecution: hasResult('txid'),
}

/** The authenticated operations of a gateway. Heading: Authentication. */
export const gatewayOperations: readonly AuthenticatedOperation[] = [checkout, transfer, payment]
