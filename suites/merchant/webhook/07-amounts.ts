import fc from 'fast-check'
import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { fromMinorUnits } from '../../../protocol/amount.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { minimalRequest, orderSigned } from '../../support/merchant/orders.ts'
import { largeUnits } from '../../support/merchant/other-amounts.ts'
import { isAcceptance } from '../../support/merchant/proofs.ts'
import { signedProofOf } from './proofs.ts'

/** Creates an order over some minor units; undefined if the merchant refuses it. */
const orderOver = async (context: CheckContext, units: bigint): Promise<PaidOrder | undefined> => {
  const request = { ...minimalRequest(context), amount: fromMinorUnits(units, context.money.currency) }
  const response = await context.createOrder(request)
  return isSuccess(response) ? orderSigned(request, response.json) : undefined
}

/** Returns an order over the largest amount for which the merchant accepts orders and payments; undefined if there is none. */
export const largeOrder = async (context: CheckContext) => {
  for (const units of largeUnits) {
    const control = await orderOver(context, units)
    if (!control || !isAcceptance(await context.deliver(signedProofOf(context, control)))) continue
    const order = await orderOver(context, units)
    if (order) return { order, units }
  }
  return undefined
}

/** Percentages of an amount that is paid twice, in halves, or with a tip, a tax or a fee. */
export const usualPercents = [200, 50, 300, 110, 120, 119, 101, 99, 97, 90]

/** Percentages of an order's amount. */
export const anyPercents = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 6 })

/** Minor units of two items, and the quantity of the first. */
export const [first, second, pieces] = [7, 11, 3]

/** Returns a request for an order of the two items, with a given amount in minor units. */
export const requestOver = (context: CheckContext, units: number): OrderRequest => {
  const item = (id: string, quantity: number, price: number) => ({
    id,
    name: `Item ${id}`,
    quantity,
    price: context.money.amount(price),
  })
  const items = [item('item-1', pieces, first), item('item-2', 1, second)]
  return context.orderRequestOf({ amount: context.money.amount(units), items })
}

/** Writes a proof with two amounts, as JSON that a parser may accept or refuse. */
export const withTwoAmounts = (body: object, signed: string, other: string): string[] => {
  const text = JSON.stringify(body)
  const member = (amount: string) => `"amount":${JSON.stringify(amount)}`
  return [
    text.replace(member(signed), `${member(other)},${member(signed)}`),
    text.replace(member(signed), `${member(signed)},${member(other)}`),
  ]
}
