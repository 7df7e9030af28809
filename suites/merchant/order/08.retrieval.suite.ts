import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { brief, expectThat, isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { orderIn, retrieve } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, signedOrder } from '../../support/merchant/orders.ts'

/** The order can be retrieved from its addresses. Heading: Order URLs. */
export const orderRetrieval = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })
const { clause } = orderRetrieval

const expectOrderAt = (response: HttpResponse | undefined, order: unknown, address: string) => {
  const found = orderIn(response)
  const actual = response === undefined ? 'nothing listens there' : summary(response)
  expectThat(found !== undefined, `the order cannot be retrieved from ${brief(address, 200)}`, {
    expected: '200 and the order',
    actual,
  })
  expectThat(isSameJson(found, order), `the order at ${brief(address, 200)} is not the one that was signed`, {
    expected: order,
    actual: found,
  })
}

clause('ORDER-08', 'order at each of its addresses', async context => {
  const signed = await signedOrder(context)
  const addresses = addressesOf(signed)
  if (addresses.length === 0) notApplicable('The order has no addresses (ORDER-05).')
  for (const address of addresses) expectOrderAt(await retrieve(context, address), signed.order, address)
})
