import { defineSuite } from '../../../harness/clause.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { expectOrderAt } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, signedOrder } from '../../support/merchant/orders.ts'

/** The order can be retrieved from its addresses. Heading: Order URLs. */
export const orderRetrieval = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })
const { clause } = orderRetrieval

clause(
  'ORDER-08',
  'order at each of its addresses',
  async context => {
    const signed = await signedOrder(context)
    const addresses = addressesOf(signed)
    if (addresses.length === 0) notApplicable('The order has no addresses (ORDER-05).')
    for (const address of addresses) await expectOrderAt(context, address, signed.order)
  },
  { firstLook: true },
)
