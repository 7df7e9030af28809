/** CHECKOUT-07 · An unsupported currency is refused with a 4xx (no code is given). */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { unsupportedCurrency } from '../../support/gateway/currencies.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

/** Codes that no one can settle in: no currency, a withdrawn one, and one that never existed. */
const impossibleCurrencies = ['XXX', 'DEM', 'QQQ']

/** Returns codes that never existed and share the beginning or end of the currency. */
const similarCurrencies = (currency: string): string[] => [`${currency.slice(0, 2)}Q`, `Q${currency.slice(1)}`]

clause('CHECKOUT-07', 'unsupported currency', async context => {
  const { merchant, checkout } = context
  const orderIn = (currency: string) => checkout(merchant.signs(merchant.order({ currency })))
  await checkoutControl(context)
  const unlisted = orderIn(unsupportedCurrency(context))
  // A gateway may accept more currencies than it settles in: CHECKOUT-13 observes that.
  if (!isSuccess(await unlisted)) return void (await unlisted.expectClientError())
  for (const currency of [...impossibleCurrencies, ...similarCurrencies(context.money.currency)])
    await orderIn(currency).expectClientError()
})
