import { defineSuite } from '../../../harness/clause.ts'
import { agreesWith } from '../../../harness/model.ts'
import { type OrdersModel, orderStep, startOrders } from '../../support/merchant/order-model.ts'
import { expectOrderKept } from '../../support/merchant/order-retrieval.ts'

/** The order at its address, whatever has happened to it. Heading: Order URLs. */
const { clause } = defineSuite({
  id: 'order',
  roles: ['merchant'],
  operations: ['orders.create', 'transfer.webhook'],
})

/** Reads every order. Whether it can be read for ever is not shown: one that is gone is not judged. */
const expectUnchanged = async ({ context, orders }: OrdersModel): Promise<void> => {
  for (const { signed, isUnknown } of orders) {
    if (!isUnknown) await expectOrderKept(context, signed)
  }
}

clause.model(
  'ORDER-08',
  'the same order after any series of proofs',
  agreesWith({
    start: startOrders,
    step: orderStep,
    atLast: 'every order is read at its address',
    end: expectUnchanged,
    most: 4,
    runs: 4,
  }),
)
