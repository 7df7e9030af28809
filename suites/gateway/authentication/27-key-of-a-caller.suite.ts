/**
 * AUTH-27 · Where the key of a caller comes from that is neither a registered merchant nor an issuer (a partner at
 * transfer/create, a payment app at payment/create and orders/create).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { metadataReadWord } from '../../support/authentication/authentication-observations.ts'
import { observeAnswers } from '../../support/observations.ts'

const { clause } = defineSuite({
  id: 'gateway-authentication-choices',
  roles: ['gateway'],
  operations: ['payment.create'],
})

clause.observe('AUTH-27', 'key of an app, and of a caller that is in the registry only', async context => {
  const payment = (as: Actor) => context.pay(context.paymentOf(context.merchant), { as })
  await payment(context.app).asControl()
  context.observe({ 'key of an app': metadataReadWord(context, context.app.ocid) })
  await observeAnswers(context, { 'OCID in the registry only': payment(context.stranger) })
})

clause.observe(
  'AUTH-27',
  'key of a partner',
  async context => context.observe({ 'key of a partner': metadataReadWord(context, context.partner.ocid) }),
  { operations: [], last: true },
)
