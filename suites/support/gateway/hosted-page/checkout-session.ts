import type { Merchant } from '../../../../harness/actors/merchant.ts'
import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess } from '../../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../../harness/http/response.ts'
import { Blocked, blocked } from '../../../../harness/outcome.ts'
import type { Customer, Page } from '../../../../harness/pages.ts'
import { obstacleOf } from '../../../../pages/visit/obstacles.ts'
import { type JsonObject, memberOf } from '../../../../protocol/json/json.ts'
import type { Order, OrderUrls } from '../../../../schemas/messages.ts'
import { hasNumber, hasText } from '../../pages/page-text.ts'
import { movesClockAtFirst } from '../payment/payment-expiry.ts'

/** A checkout session with its order, and the hosted page that a customer has opened. Heading: Checkout session. */
export type CheckoutSession = {
  merchant: Merchant
  order: Order
  urls: OrderUrls
  /** The address of the hosted page, and its last path segment. */
  url: string
  id: string
  customer: Customer
  page: Page
}

type Plan = {
  merchant?: Merchant
  order?: Partial<Order>
  urls?: Partial<OrderUrls>
  /** The check needs the session to expire. */
  expires?: true
  /** The customer that opens the page, instead of a new one. */
  customer?: Customer
}

/** Checks out a fresh, correct order; blocks the check unless it is accepted. */
export const checkoutControl = ({ checkout, merchant }: CheckContext): Promise<JsonObject> =>
  checkout(merchant.signs(merchant.order())).asControl()

/** Returns redirect_url as an absolute address, as CHECKOUT-01 requires; blocks the check if it is missing. */
export const redirectOf = (context: CheckContext, response: Pick<HttpResponse, 'json'>): string => {
  const redirectUrl = memberOf(response.json, 'redirect_url')
  const base = `${context.run.target.apiUrl}/`
  if (typeof redirectUrl !== 'string' || !URL.canParse(redirectUrl, base))
    return blocked('the response to the checkout has no redirect_url')
  return new URL(redirectUrl, base).href
}

/** Returns the last path segment of a hosted page's address. */
export const sessionIdOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** Checks out an order and opens its hosted page; blocks the check if the checkout is refused. */
export const visitSession = async (context: CheckContext, plan: Plan = {}): Promise<CheckoutSession> => {
  const merchant = plan.merchant ?? context.merchant
  const order = merchant.order({ reference: context.fresh('ref'), ...plan.order })
  const { urls: addresses, ...request } = merchant.signs(order, plan.urls ? { urls: plan.urls } : {})
  const urls = addresses ?? blocked('the merchant has no addresses')
  const since = performance.now()
  const json = await context.checkout({ ...request, urls }, { as: merchant }).asControl()
  return visit(context, { merchant, order, urls, json, since }, plan)
}

/** Checks out an order of the merchant unchanged, and opens its hosted page; undefined if the target refuses it. */
export const visitOrder = async (
  context: CheckContext,
  order: Order,
  addresses: Partial<OrderUrls> = {},
  plan: Pick<Plan, 'expires'> = {},
): Promise<CheckoutSession | undefined> => {
  const { merchant } = context
  const { urls = blocked('the merchant has no addresses'), ...request } = merchant.signs(order, { urls: addresses })
  const since = performance.now()
  const response = await context.checkout({ ...request, urls })
  return isSuccess(response) ? visit(context, { merchant, order, urls, json: response.json, since }, plan) : undefined
}

/** An accepted order: the response, and when its request was sent. */
type AcceptedOrder = Pick<CheckoutSession, 'merchant' | 'order' | 'urls'> &
  Pick<HttpResponse, 'json'> & { since: number }

const visit = async (
  context: CheckContext,
  { json, since, ...accepted }: AcceptedOrder,
  { expires, customer = context.customer() }: Plan = {},
): Promise<CheckoutSession> => {
  const { urls } = accepted
  const url = redirectOf(context, { json })
  const whileItLives = expires ? <T>(work: Promise<T>) => work : withinLife(context, since)
  const page = shortLived(await whileItLives(customer.open(url, urls)), whileItLives)
  return { ...accepted, url, id: sessionIdOf(url), customer, page }
}

type WithinLife = <T>(work: Promise<T>) => Promise<T>

/** Returns the obstacle if the configured session lifetime has passed by the end of some work on its page. */
const withinLife = ({ run }: CheckContext, since: number): WithinLife => {
  const { sessionSeconds = Number.POSITIVE_INFINITY } = run.pages.checkout
  return async work => {
    const done = await work
    const seconds = (performance.now() - since) / 1000
    return seconds < sessionSeconds
      ? done
      : blocked(
          `a session lives ${sessionSeconds} s (pages.checkout.sessionSeconds), and at the target's pace its page was used after ${Math.round(seconds)} s: make sessions live longer during this run`,
        )
  }
}

const shortLived = (page: Page, whileItLives: WithinLife): Page => ({
  ...page,
  pay: change => whileItLives(page.pay(change)),
  fail: () => whileItLives(page.fail()),
  cancel: at => whileItLives(page.cancel(at)),
})

/** Like visitSession, but also blocks the check if the page does not load or is a login. */
export const openSession = async (context: CheckContext, plan: Plan = {}): Promise<CheckoutSession> =>
  requireLoaded(await visitSession(context, plan))

/** Returns the session; blocks the check if its page did not load or is a login. */
export const requireLoaded = (session: CheckoutSession): CheckoutSession => {
  const { status } = session.page.response
  if (status !== 200) blocked(`the hosted page does not load (PAGE-01): ${status || 'no answer'}`, 'PAGE-01')
  if (session.page.login !== undefined) blocked(session.page.login)
  return session
}

/**
 * Seconds until the order of an expired session expires; the longer ones are used if the page loads too late, or if the target accepts no
 * order that expires so soon.
 */
const orderSeconds: readonly number[] = [2, 6, 30, 120]

/** Maximum seconds since an order's expiry during which its session, which lives longer, is still open. */
const mostSecondsOver = 30

/** Returns the page of a session for a check to continue on. */
type Enter = (session: CheckoutSession) => Promise<Page>

const stay: Enter = async ({ page }) => page

/** Opens the session of an order that expires soon; undefined if the target refuses it, or if it expired too early. */
const openBriefSession = async (
  context: CheckContext,
  expiresAt: number,
  enter: Enter,
): Promise<CheckoutSession | undefined> => {
  const order = context.merchant.order({ reference: context.fresh('ref'), expiresAt })
  try {
    const session = await visitOrder(context, order, {}, { expires: true })
    return session && { ...session, page: await enter(requireLoaded(session)) }
  } catch (error) {
    if (error instanceof Blocked && context.run.clock.latest() >= expiresAt) return undefined
    throw error
  }
}

/**
 * Opens a session in time, enters the page that the check needs, by default the first, and waits until its order has expired; a first look
 * advances the clock of a target that offers one.
 */
export const openExpiredSession = async (context: CheckContext, enter: Enter = stay): Promise<CheckoutSession> => {
  for (const seconds of orderSeconds) {
    const expiresAt = context.run.clock.latest() + context.lifetime(seconds)
    const session = await openBriefSession(context, expiresAt, enter)
    if (session === undefined) continue
    await context.letPass(context.run.clock.msUntil(expiresAt) / 1_000, movesClockAtFirst(context))
    // Another check may have advanced the clock before this one.
    return context.run.clock.earliest() > expiresAt + mostSecondsOver ? openExpiredSession(context, enter) : session
  }
  await checkoutControl(context)
  return blocked(
    `the target accepts no order that expires in ${orderSeconds.join(', ')} s, or was slower than that: make it accept one during the run`,
  )
}

type OpenPage = Pick<CheckoutSession, 'page'> & Partial<Pick<CheckoutSession, 'order' | 'merchant'>>

/** Returns whether a page shows anything of its order, if that is known: otherwise it may be a page before the hosted one. */
const isAboutOrder = ({ page: { text }, order, merchant }: OpenPage): boolean =>
  order === undefined ||
  hasNumber(text, order.amount) ||
  [...(merchant ? [merchant] : []), ...(order.items ?? [])].some(({ name }) => hasText(text, name))

/** Returns the page; blocks the check if it cannot be judged because it is a login, needs script, is too large, or is not about the order. */
export const staticPageOf = (open: OpenPage): Page => {
  const { page } = open
  if (page.obstacle !== undefined) blocked(page.obstacle)
  if (isAboutOrder(open)) return page
  return { ...page, unseen: obstacleOf(`nothing of the order is on the page ${page.name}`, anotherPage) }
}

const anotherPage =
  'if it comes before the hosted page, name the steps that lead on under pages.checkout.login in the config, or set pages.checkout.driver to "person"'
