import { defineSuite } from '../../../harness/clause.ts'
import { agreesWith } from '../../../harness/model.ts'
import { expectThat } from '../../../harness/outcome.ts'
import {
  type OrderModel,
  type OrdersModel,
  orderStep,
  payOnce,
  startOrders,
  unpaidStep,
} from '../../support/merchant/order-model.ts'
import { deliverTelling, describeProofResponse, isAcceptance, sendProofControl } from '../../support/merchant/proofs.ts'

/** Which proofs pay an order, after any series of others. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-payment',
  roles: ['merchant'],
  operations: ['orders.create', 'transfer.webhook'],
})

/** The orders of which the harness knows whether they are paid. */
const knownOrders = ({ orders }: OrdersModel): OrderModel[] => orders.filter(({ isUnknown }) => !isUnknown)

/** Proves every order twice more, and counts the different proofs that were accepted. */
const expectPaidOnce = async (model: OrdersModel): Promise<void> => {
  for (const on of knownOrders(model)) {
    await payOnce(model, on)
    await payOnce(model, on)
    expectThat(on.accepted.length <= 1, 'different proofs of one order are accepted', {
      expected: 'one at most',
      actual: on.accepted.map(({ proof }) => proof.txid),
    })
  }
}

clause.model(
  'WEBHOOK-06',
  'paid once over any series of proofs',
  agreesWith({
    start: startOrders,
    step: orderStep,
    atLast: 'every order is proven twice',
    end: expectPaidOnce,
    most: 6,
    runs: 10,
    areIndependent: true,
  }),
)

/** Proves every order that is unpaid. */
const expectPayable = async (model: OrdersModel): Promise<void> => {
  for (const on of knownOrders(model)) {
    if (on.accepted.length > 0) continue
    const { context } = model
    const response = await deliverTelling(context, context.gateway.signs(context.gateway.proof(on.order)))
    if (isAcceptance(response)) continue
    await sendProofControl(context)
    expectThat(false, 'the correct proof of an unpaid order is not accepted', {
      expected: '200 accepted: no proof before has paid it',
      actual: describeProofResponse(response),
    })
  }
}

clause.model(
  'WEBHOOK-07',
  'payable after any series of wrong proofs',
  agreesWith({
    start: startOrders,
    step: unpaidStep,
    atLast: 'every order that is unpaid is proven',
    end: expectPayable,
    most: 8,
    runs: 8,
    areIndependent: true,
  }),
)
