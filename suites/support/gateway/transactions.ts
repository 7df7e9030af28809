import type { Merchant } from '../../../harness/actors/merchant.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { Order, OrderReference } from '../../../schemas/messages.ts'
import { ask, isUnrelated } from '../probe.ts'

/** Returns the proof in a response, as received; blocks the check if there is none (TRANSFER-01). Heading: Proof. */
export const proofOf = (body: unknown): JsonObject => {
  const proof = memberOf(body, 'proof')
  return isObject(proof) ? proof : blocked('the response to the control has no proof (TRANSFER-01)', 'TRANSFER-01')
}

/** Returns the txid of a proof or payment; blocks the check if there is none. */
export const txidOf = (body: unknown): string => {
  const txid = memberOf(body, 'txid')
  return typeof txid === 'string'
    ? txid
    : blocked('the response to the control has no txid (TRANSFER-01, PAYMENT-01)', 'TRANSFER-01', 'PAYMENT-01')
}

/** An order, and the member of a transfer or payment that refers to it. */
type ReferencedOrder = { order: Order; orderReference: OrderReference & { urls: string[] } }

/** Signs and publishes a merchant's order with an amount in units. Headings: Order, Order reference. */
export const referencedOrder = (
  context: CheckContext,
  units: number,
  merchant: Merchant = context.merchant,
): ReferencedOrder => {
  const amount = context.money.amount(units)
  const items = [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }]
  const order = merchant.order({ amount, items })
  const { urls } = merchant.signs(order)
  // An address that the target cannot reach would be a fault of the request.
  const isReachable = context.run.obstacles.counterpart === undefined
  return { order, orderReference: { id: order.id, urls: (isReachable && urls?.order) || [] } }
}

/** Transfers one unit to the merchant and returns the proof; blocks the check unless it is accepted. */
export const createTransfer = async (context: CheckContext): Promise<JsonObject> =>
  proofOf(await context.transfer({ from: context.partner, to: context.merchant }).asControl())

/** Creates a pending payment to the merchant and returns the response; blocks the check unless it is accepted. */
export const createPayment = (context: CheckContext): Promise<JsonObject> =>
  context.pay(context.paymentOf(context.merchant)).asControl()

/** Reads a transaction at verify, again while the response is inconclusive; blocks the check if it stays so. */
export const readTransaction = (context: CheckContext, txid: string): Promise<HttpResponse> =>
  ask(context, {
    what: 'Whether verify still shows a transaction',
    send: () => context.verify(txid),
    read: response => (isUnrelated(response) ? undefined : response),
  })

/** Returns the txid of a payment or, if verify does not know it, of a transfer; undefined if verify knows neither. */
export const knownTxid = async (context: CheckContext): Promise<string | undefined> => {
  const payment = memberOf((await context.pay(context.paymentOf(context.merchant))).json, 'txid')
  if (await isKnown(context, payment)) return textOf(payment)
  const response = await context.transfer({ from: context.partner, to: context.merchant })
  const transfer = memberOf(memberOf(response.json, 'proof'), 'txid')
  return (await isKnown(context, transfer)) ? textOf(transfer) : undefined
}

const isKnown = async (context: CheckContext, txid: unknown) =>
  typeof txid === 'string' && isSuccess(await context.verify(txid))

/** Fails the clause unless verify shows a transaction as completed, with this proof and the target's signature of it. */
export const expectCompletedAtVerify = async (context: CheckContext, proof: JsonObject): Promise<void> => {
  const transaction = await context.verify(txidOf(proof)).expectAccepted()
  expectSame(transaction.status, 'completed', 'the status that verify shows')
  expectSame(transaction.proof, proof, 'the proof that verify shows')
  const { signature } = transaction
  expectSignedByTarget(context, 'the proof that verify shows', { payload: proof, signature })
}
