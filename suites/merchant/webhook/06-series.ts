import { expectThat } from '../../../harness/outcome.ts'
import { type OrdersModel, payOnce } from '../../support/merchant/order-model.ts'
import { knownOrders } from './known-orders.ts'

/** Proves every order twice more, and counts the different proofs that were accepted. */
export const expectPaidOnce = async (model: OrdersModel): Promise<void> => {
  for (const on of knownOrders(model)) {
    await payOnce(model, on)
    await payOnce(model, on)
    expectThat(on.accepted.length <= 1, 'different proofs of one order are accepted', {
      expected: 'one at most',
      actual: on.accepted.map(({ proof }) => proof.txid),
    })
  }
}
