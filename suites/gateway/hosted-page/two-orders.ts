import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages.ts'
import type { Order, OrderUrls } from '../../../schemas/messages.ts'
import { type CheckoutSession, openSession, redirectOf } from '../../support/gateway/hosted-page/checkout-session.ts'

/** The page of an order, the addresses of the order, and the unique name of its item. */
type OpenOrder = { page: Page; urls: OrderUrls; name: string }

/** Opens one order of each of two merchants with the same id; undefined if the target accepts an id only once, which is allowed. */
export const openBoth = async (context: CheckContext): Promise<readonly [OpenOrder, OpenOrder] | undefined> => {
  const { merchant, merchant2, fresh, money } = context
  const id = fresh('order')
  const names = [fresh('item'), fresh('item')] as const
  const orderOver = (units: number, name: string) => {
    const amount = money.amount(units)
    return { id, amount, items: [{ id: 'item-1', name, quantity: 1, price: amount }] }
  }
  const first = await openSession(context, { merchant, order: orderOver(100, names[0]) })
  const body = merchant2.signs(merchant2.order(orderOver(200, names[1])))
  const response = await context.checkout(body, { as: merchant2 })
  if (!isSuccess(response)) return undefined
  const address = redirectOf(context, response)
  if (address === first.url) blocked('both orders have one session (CHECKOUT-10)', 'CHECKOUT-10')
  const { urls = blocked('the merchant has no addresses') } = body
  const page = await context.customer().open(address, urls)
  // The first page again, if it opens twice, now that a later order has the same id.
  const { page: again } = await first.customer.visit(first.url, first.urls)
  return [
    { page: again?.response.status === 200 ? again : first.page, urls: first.urls, name: names[0] },
    { page, urls, name: names[1] },
  ]
}

/** The page of an order, and a later order of its merchant with the same id. */
type UsedAgain = { session: CheckoutSession; name: string; later: Order; laterName: string }

/**
 * Checks out two different orders of a merchant with one id; undefined unless each has a page, since a target may accept an id only
 * once.
 */
export const useIdAgain = async (context: CheckContext): Promise<UsedAgain | undefined> => {
  const { merchant, fresh, money } = context
  const names = [fresh('item'), fresh('item')] as const
  const orderOver = (units: number, name: string) => {
    const amount = money.amount(units)
    return { amount, items: [{ id: 'item-1', name, quantity: 1, price: amount }] }
  }
  const session = await openSession(context, { order: orderOver(100, names[0]) })
  const later = merchant.order({ id: session.order.id, ...orderOver(200, names[1]) })
  const response = await context.checkout(merchant.signs(later))
  if (!isSuccess(response) || redirectOf(context, response) === session.url) return undefined
  return { session, name: names[0], later, laterName: names[1] }
}
