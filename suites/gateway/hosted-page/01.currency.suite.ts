import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { requireLoaded, staticPageOf, visitOrder } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isInOtherCurrency } from '../../support/pages/page-text.ts'

/** The currency of the amount on the hosted page. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

clause('PAGE-01', 'amount in each of two currencies', async context => {
  const { money, secondMoney } = context.run
  const both = [
    money,
    secondMoney ?? notApplicable('There are no accounts in a second currency (secondCurrency in the config).'),
  ]
  for (const { currency, amount } of both) {
    const total = { currency, amount: amount(123) }
    // A gateway may hold accounts in more currencies than it takes orders in.
    const session =
      (await visitOrder(context, context.merchant.order({ ...total, items: [] }))) ??
      notApplicable(`The target takes no order in ${currency}.`)
    const page = staticPageOf(requireLoaded(session))
    const others = both.map(other => other.currency).filter(other => other !== currency)
    // A page need not show the currency, and may show others beside that of the order.
    expectThat(!isInOtherCurrency(page.text, total, others), 'the page shows the amount in another currency', {
      expected: `${total.amount} ${currency}`,
      actual: `the page ${page.name} shows: ${page.text}`,
    })
  }
})
