import { Refusal } from '../../../protocol/errors.ts'
import { minorUnits, unixSeconds } from '../../every-role/wire-format/values.ts'
import type { Rule } from '../../service/rules.ts'
import type { OrderCreation } from '../contract.ts'

/** The longest order id after percent-encoding, in characters: it must fit into an address. */
const maxIdLength = 2_000

const invalid = (path: string, message: string): Refusal =>
  new Refusal('INVALID_REQUEST', 400, 'The order cannot be created.', { violations: [{ path, message }] })

// A dot segment disappears from an address, however it is escaped.
const isAddressable = (id: string): boolean =>
  id !== '' && id !== '.' && id !== '..' && encodeURIComponent(id).length <= maxIdLength

/** Refuses an id that cannot be part of an address. Clause: ORDER-06. */
const idIsAddressable: Rule<OrderCreation> = ({ request: { id } }) =>
  isAddressable(id) ? undefined : invalid('/id', 'is empty, too long, or a dot segment')

/** Refuses an order for another merchant. Clause: ORDER-07. */
export const ocidIsOwn: Rule<OrderCreation> = ({ request, merchant }) =>
  request.ocid === merchant.ocid ? undefined : invalid('/ocid', 'is not this merchant')

/** Refuses a currency that is not supported. Clause: ORDER-06. */
export const orderCurrencyIsSupported: Rule<OrderCreation> = ({ request: { currency }, merchant }) =>
  merchant.currencies.includes(currency) ? undefined : invalid('/currency', 'is not supported')

/** Refuses an amount that is zero or has more digits than the currency. Clauses: ORDER-06, FMT-05, FMT-10. */
export const orderAmountIsExact: Rule<OrderCreation> = ({ request }) =>
  minorUnits(request) > 0n ? undefined : invalid('/amount', 'is not an amount of the currency')

/** Refuses an order that has expired before it is signed. Clause: ORDER-10. */
export const orderIsNotOver: Rule<OrderCreation> = ({ request: { expiresAt }, merchant: { ports } }) =>
  (expiresAt ?? Number.POSITIVE_INFINITY) < unixSeconds(ports) ? invalid('/expiresAt', 'is in the past') : undefined

/** Refuses an id that belongs to another order; the same request again is answered earlier. Clauses: ORDER-09, ORDER-10. */
export const idIsNew: Rule<OrderCreation> = ({ request: { id }, merchant: { store } }) =>
  store.order(id) === undefined ? undefined : invalid('/id', 'belongs to another order')

/** The rules of POST /orders/create, in order, after the schema. Clause: ORDER-06. */
export const orderRules: readonly Rule<OrderCreation>[] = [
  idIsAddressable,
  ocidIsOwn,
  orderCurrencyIsSupported,
  orderAmountIsExact,
  orderIsNotOver,
  idIsNew,
]
