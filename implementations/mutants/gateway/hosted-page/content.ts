import { amountIsAccepted, checkoutRules } from '../../../../reference/gateway/checkout.ts'
import type { CheckoutView, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { OrderItem } from '../../../../schemas/messages.ts'
import { without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Changes the markup of the page. */
const changePage = (change: (page: string, view: CheckoutView) => string) => ({
  checkoutPage: (view: CheckoutView) => change(gatewayPolicies.checkoutPage(view), view),
})

/** Shows other items than those of the order. */
const showItems = (select: (items: readonly OrderItem[]) => OrderItem[]) => ({
  checkoutPage: (view: CheckoutView) => {
    const order = { ...view.session.order, items: select(view.session.order.items ?? []) }
    return gatewayPolicies.checkoutPage({ ...view, session: { ...view.session, order } })
  },
})

/** Shows a total of zero when a page is opened again. */
const showLessAgain = (): Partial<GatewayPolicies> => {
  const shown = new Set<string>()
  return {
    checkoutPage: view => {
      const { session } = view
      const amount = shown.has(session.id) ? '0.00' : session.order.amount
      shown.add(session.id)
      return gatewayPolicies.checkoutPage({ ...view, session: { ...session, order: { ...session.order, amount } } })
    },
  }
}

/** Faults in the contents of the hosted page (PAGE-01, PAGE-02). */
export const hostedPageContentMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the page shows no items',
    breaks: 'PAGE-01',
    story: 'On a small screen only the total matters.',
    policies: showItems(() => []),
  },
  {
    name: 'the page shows the first item alone',
    breaks: 'PAGE-01',
    story: 'items[0] in the template, from before there were carts.',
    policies: showItems(items => items.slice(0, 1)),
  },
  {
    name: 'the page shows the OCID instead of the name',
    breaks: 'PAGE-01',
    story: 'The session has the OCID; the name would have needed a join.',
    policies: {
      checkoutPage: view =>
        gatewayPolicies.checkoutPage({ ...view, merchantName: `Merchant ${view.session.merchant}` }),
    },
  },
  {
    name: 'the page shows the prices of the items in reverse',
    breaks: 'PAGE-01',
    story: 'Names and prices are two lists, and only one of them is sorted.',
    policies: showItems(items => items.map((item, at) => ({ ...item, price: items.at(-1 - at)?.price ?? '' }))),
  },
  {
    name: 'the page shows each item once, whatever its quantity',
    breaks: 'PAGE-01',
    story: 'The first shop sold single pieces, so the template contains a 1.',
    policies: showItems(items => items.map(item => ({ ...item, quantity: 1 }))),
  },
  {
    name: 'the page shows another amount when it is opened again',
    breaks: 'PAGE-01',
    story: 'The page shows the open amount, and the first visit has already reserved it.',
    policies: showLessAgain(),
  },
  {
    name: 'the page shows each amount in the currency that was there first',
    breaks: 'PAGE-01',
    story: 'The template contains USD, from before there was a second currency.',
    policies: changePage((page, { session: { order } }) => page.replaceAll(order.currency, 'USD')),
  },
  {
    name: 'the page leaves the total to the items',
    breaks: 'PAGE-01',
    story: 'The items have prices, so the redesign dropped the total.',
    policies: changePage((page, { session: { order } }) =>
      page.replace(/<p class="amount">.*?<\/p>/, '').replace(`Pay ${order.amount} ${order.currency}`, 'Pay'),
    ),
  },
  {
    name: 'the page shows the total as a float',
    breaks: 'PAGE-01',
    story: 'The template formats a number, which holds fifteen digits.',
    policies: {
      checkoutRules: without(checkoutRules, amountIsAccepted),
      checkoutPage: view => {
        const amount = Number(view.session.order.amount).toFixed(2)
        return gatewayPolicies.checkoutPage({
          ...view,
          session: { ...view.session, order: { ...view.session.order, amount } },
        })
      },
    },
  },
  {
    name: 'there is no way to cancel',
    breaks: 'PAGE-02',
    story: 'Customers who want to leave close the window.',
    policies: changePage(page => page.replace(/<button class="quiet".*<\/button>/, '')),
  },
  {
    name: 'the button to pay waits for terms that the page no longer shows',
    breaks: 'PAGE-02',
    story: 'A check box enabled the button, and was removed.',
    policies: changePage(page => page.replace('value="pay"', 'value="pay" disabled')),
  },
]
