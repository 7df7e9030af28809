import type { CheckContext } from '../../harness/context.ts'
import { isPayable } from '../../harness/money.ts'
import { exponentOf, isCurrency } from '../../protocol/currency.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import type { Order, OrderItem } from '../../schemas/messages.ts'
import { settledCurrencies } from '../support/gateway/currencies.ts'
import { type Bounds, type Drawn, type Messages, messagesOf } from './draw.ts'
import type { Member } from './member.ts'
import { proofMembers } from './proof-messages.ts'
import { bodyMembers } from './table.ts'
import { write } from './write.ts'

/** Returns the currency of the run and, from those that the target settles in, the first with each other number of minor digits. */
const triedCurrencies = (context: Pick<CheckContext, 'run' | 'money'>): string[] => {
  const settled = (settledCurrencies(context) ?? []).filter(isCurrency).filter(isPayable)
  const own = context.money.currency
  const others = settled.filter(code => code !== own)
  const firstOfEach = [...Map.groupBy(others, exponentOf).values()].flatMap(([first = own]) => first)
  return [own, ...firstOfEach]
}

/** Changes to the bounds of the run; `names`: the members that vary, by default all; `more`: members of another message. */
type Changes = Partial<Bounds> & { names?: readonly string[]; more?: readonly Member[] }

const messagesFor = (operation: OperationName, context: CheckContext, changes: Changes = {}): Messages => {
  const { names, more = [], ...bounds } = changes
  return messagesOf([...bodyMembers(operation).filter(({ name }) => names?.includes(name) ?? true), ...more], {
    now: context.now(),
    currencies: triedCurrencies(context),
    least: context.money.step,
    most: context.money.most * context.money.step,
    texts: 'any',
    isFar: false,
    // A page shows the names.
    item: { least: 1n, most: 50n, texts: 'shown' },
    ...bounds,
  })
}

/** The most units that a single transfer moves, so that the treasury lasts. */
const mostMoved = 9n

const transfersIn = (currencies: readonly string[], context: CheckContext): Messages => {
  const { most, step } = context.money
  return messagesFor('transfer.create', context, { currencies, most: (most < mostMoved ? most : mostMoved) * step })
}

/** Returns transfers in every currency in which the treasury has an account. Heading: POST /transfer/create. */
export const transferMessages = (context: CheckContext): Messages => {
  const { money, run } = context
  const second = run.secondMoney ? [run.secondMoney.currency] : []
  return transfersIn([money.currency, ...second], context)
}

/** Returns transfers in the currency of the run, in which the merchant has an account. Heading: Events. */
export const notifiedTransfers = (context: CheckContext): Messages => transfersIn([context.money.currency], context)

/** Returns payments within the bounds of the run. Heading: POST /payment/create. */
export const paymentMessages = (context: CheckContext): Messages => messagesFor('payment.create', context)

/** Returns payments, each with the proof of a settlement provider that settles it. Heading: POST /payment/create, payment flow. */
export const settledPayments = (context: CheckContext): Messages =>
  messagesFor('payment.create', context, { more: proofMembers })

/** Returns payments in which only some members vary, up to the limits of integer types: creating one moves no money. */
export const farPayments =
  (...names: string[]) =>
  (context: CheckContext): Messages =>
    messagesFor('payment.create', context, { most: 2n ** 53n - 1n, isFar: true, names })

const itemMembers = bodyMembers('orders.checkout').flatMap(({ name }) => (name.startsWith('order.items') ? [name] : []))

/** Returns orders with texts that a page can show. Heading: Order. */
export const shownOrders = (context: CheckContext): Messages =>
  messagesFor('orders.checkout', context, { texts: 'shown' })

/** Returns orders in which some or all items cost nothing, with an amount other than their sum. Heading: Order item. */
export const freeItems = (context: CheckContext): Messages =>
  messagesFor('orders.checkout', context, {
    texts: 'shown',
    names: ['order.amount', ...itemMembers],
    item: { least: 0n, most: 1n, texts: 'shown' },
  })

/** Returns orders with any text. Heading: Order. */
export const orderMessages = (context: CheckContext): Messages => messagesFor('orders.checkout', context)

const currencyOf = (drawn: Drawn, name: string, { money }: CheckContext): string =>
  textOf(drawn[name] ?? money.currency)

/**
 * Writes a transfer from the partner to the merchant; in a currency other than the run's, to the partner itself, because the merchant
 * has no account in it. It has a reference of the recipient or an order, never both: which of the two the proof then names is open
 * (TRANSFER-18).
 */
export const transferBody = (context: CheckContext, drawn: Drawn): JsonObject => {
  const { 'order.id': orderId = '', ...others } = drawn
  const isOwn = currencyOf(drawn, 'currency', context) === context.money.currency
  const plan = { from: context.partner, to: isOwn ? context.merchant : context.partner }
  const { from, to, amount, currency } = context.transferOf(plan)
  const body = { from, to: { ocid: to.ocid }, amount, currency } as unknown as JsonObject
  const named = 'to.reference' in drawn ? {} : { order: { id: textOf(orderId), urls: [] } }
  return write({ ...body, ...named }, others, currencyOf(drawn, 'currency', context))
}

/** Writes a payment to the merchant. References are fresh, since an equal one may identify an earlier payment (PAYMENT-12). */
export const paymentBody = (context: CheckContext, drawn: Drawn): JsonObject => {
  const { 'order.id': orderId, reference, ...others } = drawn
  const body = context.paymentOf(context.merchant) as JsonObject
  const order = orderId === undefined ? {} : { order: { id: `${context.fresh('order')}${textOf(orderId)}`, urls: [] } }
  const named = reference === undefined ? {} : { reference: `${context.fresh('payment')}${textOf(reference)}` }
  const { reference: _own, ...plain } = body
  return write({ ...plain, ...order, ...named }, others, currencyOf(drawn, 'currency', context))
}

/** An order with unique marks: `mark` is in its id, `tag` in the names of its items. */
type MarkedOrder = { order: Order; mark: string; tag: string }

const nameItems = (items: OrderItem[], tag: string): OrderItem[] =>
  items.map((item, at) => ({ ...item, name: `${item.name} ${tag}.${at + 1}.` }))

/** Writes an order of the merchant with a fresh id and unique item names. The drawn part follows the fresh one. */
export const orderOf = (context: CheckContext, drawn: Drawn): MarkedOrder => {
  const { fresh, merchant } = context
  const [mark, tag] = [fresh('order'), fresh('item')]
  const { items: _items, memo: _memo, expiresAt: _expiresAt, ...plain } = merchant.order()
  const values = Object.fromEntries(Object.entries(drawn).map(([name, value]) => [name.replace('order.', ''), value]))
  const written = write(plain as unknown as JsonObject, values, currencyOf(values, 'currency', context))
  const { items, reference, createdAt: _createdAt, ...order } = written as unknown as Order
  return {
    order: {
      ...order,
      id: `${mark}${textOf(values.id ?? '')}`,
      createdAt: context.now(),
      ...(reference === undefined ? {} : { reference: `${fresh('ref')}${reference}` }),
      ...(items === undefined ? {} : { items: nameItems(items, tag) }),
    },
    mark,
    tag,
  }
}
