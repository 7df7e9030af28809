/** ORDER-07 · ocid is the merchant's own: another OCID is refused. */

import { defineSuite } from '../../../harness/clause.ts'
import { foreignOcid, unpaidOrder } from '../../support/merchant/orders.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

clause('ORDER-07', "another's OCID", async context => {
  await unpaidOrder(context)
  for (const ocid of [context.gateway.ocid, foreignOcid(context)])
    await context.createOrder(context.orderRequestOf({ ocid })).expectRefused(`${ocid} as ocid`)
})
