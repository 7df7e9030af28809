/**
 * AUTH-27 · Where the key of a caller comes from that is neither a registered merchant nor an issuer (a partner at
 * transfer/create, a payment app at payment/create and orders/create).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { metadataReadWord } from '../../support/authentication/authentication-observations.ts'

const { clause } = defineSuite({
  id: 'merchant-authentication-choices',
  roles: ['merchant'],
  operations: ['orders.create'],
})

clause.observe('AUTH-27', 'key of an app', async context => {
  await context.createOrder(context.orderRequestOf()).asControl()
  context.observe({ 'key of an app': metadataReadWord(context, context.app.ocid) })
})
