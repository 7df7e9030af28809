import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { orderSigned } from '../../support/merchant/orders.ts'
import { deliverTelling, describeProofResponse, isAcceptance, sendProofControl } from '../../support/merchant/proofs.ts'
import { expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'

/** Orders that share the merchant's reference are paid one by one. Headings: Order, POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-references',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

/** Units of three orders: the first, the last or any other one may be the one that a reference finds. */
type Units = readonly [number, number, number]

/** Creates orders with one reference, one after the other. The document does not say whether it is unique. */
const withOneReference = async (context: CheckContext, units: Units): Promise<[PaidOrder, PaidOrder, PaidOrder]> => {
  const { reference } = context.orderRequestOf()
  const orders: PaidOrder[] = []
  for (const unit of units) {
    const request = context.orderRequestOf({
      ...(reference === undefined ? {} : { reference }),
      amount: context.money.amount(unit),
    })
    const response = await context.createOrder(request)
    if (!isSuccess(response))
      return notApplicable('The target takes no second order with a reference, or none of another amount.')
    const order = orderSigned(request, response.json)
    const signed = memberOf(memberOf(response.json, 'order') ?? response.json, 'amount')
    if (signed !== order.amount)
      return notApplicable('The target signs another amount than the requested one (ORDER-02).')
    orders.push(order)
  }
  return orders as [PaidOrder, PaidOrder, PaidOrder]
}

clause('WEBHOOK-07', 'proof of the amount of another order with the same reference', async context => {
  await sendProofControl(context)
  const [first, order, last] = await withOneReference(context, [120, 130, 140])
  const changes = [first, last].map(({ amount }) => ({ amount }))
  await expectUnpaidAfter(context, order, { what: 'the amount of another order with the same reference', changes })
})

clause('WEBHOOK-01', 'proofs of orders with the same reference', async context => {
  const { gateway } = context
  await sendProofControl(context)
  for (const order of await withOneReference(context, [120, 120, 120])) {
    const response = await deliverTelling(context, gateway.signs(gateway.proof(order)))
    expectThat(
      isAcceptance(response),
      'the proof of an order is not accepted after that of another one with the same reference',
      {
        expected: '200 accepted: the order is unpaid',
        actual: describeProofResponse(response),
      },
    )
  }
})
