import type { CheckContext } from '../../harness/context.ts'
import { isSuccess } from '../../harness/http/pending-response.ts'
import { exponentOf } from '../../protocol/currency.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import { isObject, type JsonObject } from '../../protocol/json/json.ts'
import type { OrderRequest } from '../../schemas/messages.ts'
import { minimalRequest, type ReceivedOrder } from '../support/merchant/orders.ts'
import { type Drawn, type Messages, messagesOf, type Value } from './draw.ts'
import { bodyMembers } from './table.ts'
import { tradedCurrencies } from './values/similar-currencies.ts'
import { write } from './write.ts'

/** Currencies with zero and with three minor digits that many shops use. */
const otherCurrencies = ['JPY', 'KWD']

const triedCurrencies = ({ money }: Pick<CheckContext, 'money'>): string[] => [
  money.currency,
  ...otherCurrencies.filter(code => exponentOf(code) !== exponentOf(money.currency)),
]

/** The members that a target with a catalogue accepts: it decides itself on items and prices. */
const texts = ['id', 'reference', 'memo']

/**
 * Returns order requests with any values, or with usual ones: texts and times that hardly any target refuses. Without items and
 * amounts if the target has a catalogue.
 */
export const orderRequests = (context: CheckContext, values: 'any' | 'usual' = 'any'): Messages => {
  const { money, run } = context
  const hasCatalogue = run.items.length > 0
  const members = bodyMembers('orders.create').filter(({ name }) => !hasCatalogue || texts.includes(name))
  const { arbitrary, samples } = messagesOf(members, {
    now: context.now(),
    currencies: triedCurrencies(context),
    least: money.step,
    most: money.most * money.step,
    texts: values === 'any' ? 'any' : 'shown',
    isFar: values === 'any',
    // A gift costs nothing, and a quantity may be zero.
    item: { least: 0n, most: 10_000n, fewest: 0 },
  })
  const isPlain = hasCatalogue || values === 'usual'
  return { arbitrary, samples: [...samples, ...(isPlain ? [] : inTradedCurrencies)] }
}

/** An item that hardly any target refuses. */
const usualItem: Drawn = { id: 'item', name: 'Item', quantity: 1, price: 100n }

/** In some currency, a program may handle an order differently because of its optional members. */
const inTradedCurrencies = tradedCurrencies.map((currency): Drawn => ({ currency, items: [usualItem] }))

/** Returns lists with the same number of items, each with the drawn values of one of their members; the others are usual. */
const oneMemberEach = (items: readonly Drawn[]): Drawn[][] =>
  Object.keys(usualItem).map(name =>
    items.map(item => (name in item ? { ...usualItem, [name]: item[name] ?? '' } : usualItem)),
  )

/** Writes a request with drawn values, whose id follows a fresh prefix. Heading: POST /orders/create. */
const requestWith = (context: CheckContext, { id = '', ...drawn }: Drawn): OrderRequest => {
  const usual = minimalRequest(context)
  const currency = textOf(drawn.currency ?? usual.currency)
  // The usual amount is in the usual currency.
  const values = currency === usual.currency ? drawn : { amount: 100n, ...drawn }
  const body = { ...usual, id: `${usual.id}${textOf(id)}` } as unknown as JsonObject
  return write(body, values, currency) as unknown as OrderRequest
}

/** A request, and the order signed for it. */
type Signed = { request: OrderRequest; signed: ReceivedOrder }

const sign = async (context: CheckContext, drawn: Drawn): Promise<Signed[]> => {
  const request = requestWith(context, drawn)
  const response = await context.createOrder(request)
  if (!isSuccess(response) || !isObject(response.json)) return []
  const { json } = response
  return [{ request, signed: (isObject(json.order) ? json : { order: json }) as unknown as ReceivedOrder }]
}

/** Requests an order with one drawn member; if a list is refused, with each member of its items alone. */
const signMember = async (context: CheckContext, [name, value]: [string, Value]): Promise<Signed[]> => {
  const signed = await sign(context, { [name]: value })
  if (signed.length > 0 || typeof value !== 'object') return signed
  return (await Promise.all(oneMemberEach(value).map(items => sign(context, { [name]: items })))).flat()
}

/**
 * Requests an order with drawn values. A target may refuse a value for its form: then each member is requested alone. Returns the signed
 * order.
 */
export const signAny = async (context: CheckContext, drawn: Drawn): Promise<Signed[]> => {
  const whole = await sign(context, drawn)
  if (whole.length > 0) return whole
  const alone = await Promise.all(Object.entries(drawn).map(member => signMember(context, member)))
  return alone.flat()
}
