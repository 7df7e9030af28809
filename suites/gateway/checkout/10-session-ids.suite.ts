/**
 * CHECKOUT-10 · The session id is the last path element of redirect_url, and two different orders never share one (the
 * same order again: CHECKOUT-13).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { similarTexts } from '../../members/values/similar-texts.ts'
import { areDistinct } from '../../support/gateway/entropy.ts'
import { checkoutControl, redirectOf, sessionIdOf } from '../../support/gateway/hosted-page/checkout-session.ts'
import { createSessions } from './sessions.ts'
import { checkoutEach, overSimilarities } from './similar-orders.ts'

const { clause } = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

clause.property(
  'CHECKOUT-10',
  { id: 'sessions-of-orders-whose-ids-are-alike', title: 'sessions of orders with similar ids' },
  overSimilarities(async (context, chosen) => {
    const orders = await checkoutEach(context, similarTexts(context.fresh('order'), chosen))
    const sessions = orders
      .filter(({ response }) => isSuccess(response))
      .map(({ response }) => sessionIdOf(redirectOf(context, response)))
    expectThat(new Set(sessions).size === sessions.length, 'two orders with similar ids share a session', {
      expected: 'a session for each order',
      actual: sessions,
    })
  }),
)

clause(
  'CHECKOUT-10',
  'sessions of two merchants whose orders have one id',
  async context => {
    const id = context.fresh('order')
    const sessions: string[] = []
    for (const merchant of [context.merchant, context.merchant2]) {
      const response = await context.checkout(merchant.signs(merchant.order({ id })), { as: merchant })
      if (isSuccess(response)) sessions.push(sessionIdOf(redirectOf(context, response)))
    }
    // If order ids are unique across merchants, they are just as good.
    if (sessions.length === 0) await checkoutControl(context)
    expectThat(new Set(sessions).size === sessions.length, 'the orders of two merchants share a session', {
      expected: 'a session for each order',
      actual: sessions,
    })
  },
  { fromTable: true },
)

const checkout = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

checkout.clause('CHECKOUT-10', 'one session id for each order', async context => {
  const ids = (await createSessions(context, 3)).map(sessionIdOf)
  const areIds = ids.every(id => id !== '') && areDistinct(ids)
  expectThat(areIds, 'the last path segment of redirect_url is not a unique id', {
    expected: 'an id that no other order has',
    actual: ids,
  })
})
