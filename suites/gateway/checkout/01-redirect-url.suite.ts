/** CHECKOUT-01 · A valid signed order of a registered merchant gives 200 { redirect_url }, an absolute URI. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import type { Order } from '../../../schemas/messages.ts'
import { anyOmission, omissionSamples, withoutMembers } from '../../members/absences.ts'
import { similarTexts } from '../../members/values/similar-texts.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isUnrelated } from '../../support/probe.ts'
import { optional } from './optional-members.ts'
import { checkoutEach, checkoutOf, overSimilarities } from './similar-orders.ts'

const { clause } = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

clause.property(
  'CHECKOUT-01',
  { id: 'orders-whose-ids-are-alike', title: 'orders with similar ids' },
  overSimilarities(async (context, chosen) => {
    const orders = await checkoutEach(context, similarTexts(context.fresh('order'), chosen))
    for (const [at, { id, response }] of orders.entries()) {
      if (isSuccess(response) || isUnrelated(response)) continue
      // A gateway may refuse an id for its form: then it also refuses it without the other orders.
      const alone = similarTexts(context.fresh('order'), chosen)[at] ?? ''
      if (!isSuccess(await checkoutOf(context, { id: alone }))) continue
      // A temporary refusal does not recur.
      if (isSuccess(await checkoutOf(context, { id }))) continue
      fail('an order is refused because of another order with a similar id', {
        expected: `${id}: accepted, as it is without the other order`,
        actual: summary(response),
        at: response,
      })
    }
  }),
)

clause.property<string[]>('CHECKOUT-01', 'orders without some of their optional members', async control => {
  await checkoutControl(control)
  return {
    arbitrary: () => anyOmission(optional),
    examples: omissionSamples(optional),
    runs: 4,
    test: async (context, names) => {
      const { merchant } = context
      const order = merchant.order({ reference: context.fresh('ref') })
      await context.checkout(merchant.signs(withoutMembers(order, names))).expectProcessed()
    },
  }
})

const checkout = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

const expectRedirectUrl = async ({ checkout, merchant }: CheckContext, order: Order) => {
  const response = checkout(merchant.signs(order))
  const { redirect_url } = await response.expectAccepted('checkout-response')
  const isAbsolute = /^https?:\/\/[^/]/i.test(redirect_url) && URL.canParse(redirect_url)
  expectThat(isAbsolute, 'redirect_url is not an absolute URI', { expected: 'http(s)://host/…', actual: redirect_url })
}

checkout.clause('CHECKOUT-01', 'valid order', context => expectRedirectUrl(context, context.merchant.order()))

checkout.clause('CHECKOUT-01', 'valid order without optional members', async context => {
  const { items: _items, memo: _memo, ...order } = context.merchant.order()
  await expectRedirectUrl(context, order)
})
