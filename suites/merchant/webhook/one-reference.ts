import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { orderSigned } from '../../support/merchant/orders.ts'

/** Units of three orders: a lookup by reference may find the first, the last or any other. */
type Units = readonly [number, number, number]

/** Creates orders with one reference, one by one. The document does not say whether references are unique. */
export const withOneReference = async (
  context: CheckContext,
  units: Units,
): Promise<[PaidOrder, PaidOrder, PaidOrder]> => {
  const { reference } = context.orderRequestOf()
  const orders: PaidOrder[] = []
  for (const unit of units) {
    const request = context.orderRequestOf({
      ...(reference === undefined ? {} : { reference }),
      amount: context.money.amount(unit),
    })
    const response = await context.createOrder(request)
    if (!isSuccess(response))
      return notApplicable('The target accepts no second order with the same reference, or none of another amount.')
    const order = orderSigned(request, response.json)
    const signed = memberOf(memberOf(response.json, 'order') ?? response.json, 'amount')
    if (signed !== order.amount)
      return notApplicable('The target signs a different amount than the requested one (ORDER-02).')
    orders.push(order)
  }
  return orders as [PaidOrder, PaidOrder, PaidOrder]
}
