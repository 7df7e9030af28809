import type { Merchant } from '../../../harness/actors/merchant.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked } from '../../../harness/outcome.ts'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Order, OrderReference } from '../../../schemas/messages.ts'

/** The proof in an answer, as it came; blocked where there is none (TRANSFER-01 tells of it). Heading: Proof. */
export const proofOf = (body: unknown): JsonObject => {
  const proof = member(body, 'proof')
  return isObject(proof) ? proof : blocked('the control is answered without a proof (TRANSFER-01)')
}

/** The txid of a proof or of a payment; blocked where there is none. */
export const txidOf = (body: unknown): string => {
  const txid = member(body, 'txid')
  return typeof txid === 'string' ? txid : blocked('the control is answered without a txid (TRANSFER-01, PAYMENT-01)')
}

/** An order that a transfer or payment can be for, and the member that names it. */
export type NamedOrder = { order: Order; named: OrderReference & { urls: string[] } }

/** An order of a merchant over so many units, signed and retrievable. Headings: Order, Order reference. */
export const namedOrder = (context: CheckContext, units: number, merchant: Merchant = context.merchant): NamedOrder => {
  const amount = context.money.amount(units)
  const items = [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }]
  const order = merchant.order({ amount, items })
  const { urls } = merchant.signs(order)
  // Addresses that the target cannot reach would be a fault of the request.
  const isReachable = context.run.obstacles.counterpart === undefined
  return { order, named: { id: order.id, urls: (isReachable && urls?.order) || [] } }
}

/** A unit from the treasury to the merchant's till, which has to be accepted; the proof of it. */
export const transferred = async (context: CheckContext): Promise<JsonObject> =>
  proofOf(await context.transfer({ from: context.partner, to: context.merchant }).asControl())

/** A pending payment to the merchant, which has to be accepted; the answer. */
export const paid = (context: CheckContext): Promise<JsonObject> =>
  context.pay(context.paymentOf(context.merchant)).asControl()

/** A txid that verify knows: of a payment or, where it shows none, of a transfer; undefined where it knows neither. */
export const knownTxid = async (context: CheckContext): Promise<string | undefined> => {
  const payment = member((await context.pay(context.paymentOf(context.merchant))).json, 'txid')
  if (await isKnown(context, payment)) return String(payment)
  const response = await context.transfer({ from: context.partner, to: context.merchant })
  const transfer = member(member(response.json, 'proof'), 'txid')
  return (await isKnown(context, transfer)) ? String(transfer) : undefined
}

const isKnown = async (context: CheckContext, txid: unknown) =>
  typeof txid === 'string' && isSuccess(await context.verify(txid))
