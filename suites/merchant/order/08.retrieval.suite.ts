import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { expectOrderAt, expectOrderKept } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, signedOrder } from '../../support/merchant/orders.ts'

/** The order can be retrieved from its addresses. Heading: Order URLs. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

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

/** Retrievals of one order: whoever passes it on looks first, and then the gateway does, which may ask again. */
const retrievals = 3

clause('ORDER-08', 'order at its address, again and again', async context => {
  const signed = await signedOrder(context)
  const [first] = addressesOf(signed)
  if (first === undefined) return notApplicable('The order has no addresses (ORDER-05).')
  for (let retrieved = 0; retrieved < retrievals; retrieved++) await expectOrderAt(context, first, signed.order)
})

clause('ORDER-08', 'order whose id another request has used', async context => {
  const request = context.orderRequestOf()
  const signed = await signedOrder(context, request)
  const [first] = addressesOf(signed)
  if (first === undefined) return notApplicable('The order has no addresses (ORDER-05).')
  await expectOrderAt(context, first, signed.order)
  const other = { ...request, memo: 'Another order', reference: context.fresh('ref') }
  const response = await context.createOrder(other)
  if (isSuccess(response) && !isSameJson(memberOf(response.json, 'order'), signed.order))
    notApplicable('The target signs another order under the id (ORDER-09).')
  await expectOrderKept(context, signed)
})
