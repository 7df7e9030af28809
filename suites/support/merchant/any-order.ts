import fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { fromMinorUnits } from '../../../protocol/amount.ts'
import { exponentOf } from '../../../protocol/currency.ts'
import { isObject } from '../../../protocol/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { anyTextSamples, textOf } from '../any-text.ts'
import { minimalRequest, type ReceivedOrder } from './orders.ts'

/** An item whose price is in minor units. */
type AnyItem = { id: string; name: string; quantity: number; price: number }

/** What is chosen of an order; its amount is in minor units, its id stands behind a fresh one. */
export type AnyOrder = {
  id?: string
  units?: number
  currency?: string
  reference?: string
  memo?: string
  items?: AnyItem[]
  expiresAt?: number
}

/** Currencies of zero and of three minor digits that many shops sell in. */
const otherCurrencies = ['JPY', 'KWD']

// NUL is left out, since some databases cannot store it.
const text = textOf(candidate => !candidate.includes('\0'))

const anyItem: fc.Arbitrary<AnyItem> = fc.record({
  id: text,
  name: text,
  quantity: fc.maxSafeNat(),
  price: fc.nat({ max: 10_000 }),
})

/** The largest integers of the types in which programs keep them, and the first beyond. */
const integerEnds = [2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]

const currenciesOf = ({ money }: CheckContext): string[] => [
  money.currency,
  ...otherCurrencies.filter(code => exponentOf(code) !== exponentOf(money.currency)),
]

const mostUnits = ({ money }: CheckContext): number => Number(money.most * money.step)

/** Draws orders, in which each member but the amount may be missing; without items where the target has a catalogue. */
export const anyOrderOf = (context: CheckContext): fc.Arbitrary<AnyOrder> => {
  const texts = { id: text, reference: text, memo: text }
  if (context.run.items.length > 0) return fc.record(texts, { requiredKeys: [] })
  const members = {
    ...texts,
    units: fc.integer({ min: 1, max: mostUnits(context) }),
    currency: fc.constantFrom(...currenciesOf(context)),
    items: fc.array(anyItem, { maxLength: 12, size: 'xsmall' }),
    expiresAt: fc.integer({ min: context.now() + 3_600, max: Number.MAX_SAFE_INTEGER }),
  }
  return fc.record(members, { requiredKeys: [] })
}

const turnOf = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T

/** Returns the item of a turn: of each member another sample; the first two have one id. */
const itemOf = (turn: number): AnyItem => ({
  id: turn < 2 ? 'a' : turnOf(anyTextSamples, turn + 3),
  name: turnOf(anyTextSamples, turn),
  quantity: turnOf([0, 1, ...integerEnds], turn),
  price: turnOf([1, 0, 987], turn),
})

/** Orders that are always tried: each sample of each member, beside others. Each shrinks, too. */
export const orderSamples = (context: CheckContext): AnyOrder[] =>
  anyTextSamples.map((sample, turn) => {
    const texts = { id: sample, reference: turnOf(anyTextSamples, turn + 1), memo: turnOf(anyTextSamples, turn + 2) }
    if (context.run.items.length > 0) return texts
    return {
      ...texts,
      units: turnOf([Math.min(987, mostUnits(context)), 1, mostUnits(context)], turn),
      currency: turnOf(currenciesOf(context), turn),
      items: Array.from({ length: turnOf([2, 12, 1], turn) }, (_, at) => itemOf(turn + at)),
      expiresAt: turnOf([context.now() + 5_400, ...integerEnds.slice(1)], turn),
    }
  })

/** Writes a request of drawn values. Heading: POST /orders/create. */
const requestWith = (context: CheckContext, { id = '', units, items, ...others }: AnyOrder): OrderRequest => {
  const usual = minimalRequest(context)
  const currency = others.currency ?? usual.currency
  const amountOf = (minor: number) => fromMinorUnits(BigInt(minor), currency)
  return {
    ...usual,
    ...others,
    id: usual.id + id,
    // The usual amount is one of the usual currency.
    ...(units === undefined && currency === usual.currency ? {} : { amount: amountOf(units ?? 100) }),
    ...(items === undefined ? {} : { items: items.map(item => ({ ...item, price: amountOf(item.price) })) }),
  }
}

/** A request, and the order that was signed on it. */
type Signed = { request: OrderRequest; signed: ReceivedOrder }

const sign = async (context: CheckContext, drawn: AnyOrder): Promise<Signed[]> => {
  const request = requestWith(context, drawn)
  const response = await context.createOrder(request)
  if (!isSuccess(response) || !isObject(response.json)) return []
  const { json } = response
  return [{ request, signed: (isObject(json.order) ? json : { order: json }) as unknown as ReceivedOrder }]
}

/**
 * Requests an order of drawn values. A target may refuse a value for what it is: then each member of it is requested alone.
 * Returns what was signed.
 */
export const signAny = async (context: CheckContext, drawn: AnyOrder): Promise<Signed[]> => {
  const whole = await sign(context, drawn)
  if (whole.length > 0) return whole
  const alone = await Promise.all(Object.entries(drawn).map(([name, value]) => sign(context, { [name]: value })))
  return alone.flat()
}
