/**
 * AUTH-24 · Which of UNKNOWN_OCID and 401 MERCHANT_NOT_REGISTERED answers at checkout an OCID that nobody knows, and
 * one that is in the registry but has no key at this gateway: check 1 asks for the second, the authentication layer,
 * whose merchant keys come from the registration, for the first.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { observeAnswers } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'gateway-authentication', roles: ['gateway'], operations: ['orders.checkout'] })

clause.observe('AUTH-24', 'caller without a registration', async context => {
  await checkoutControl(context)
  const sentBy = (actor: Actor) => {
    const order = context.asMerchant(actor).order()
    return context.checkout(context.merchant.signs(order), { as: actor })
  }
  await observeAnswers(context, {
    'OCID that nobody knows': sentBy(context.nobody),
    'OCID in the registry only': sentBy(context.stranger),
  })
})
