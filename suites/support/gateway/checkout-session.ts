import type { Merchant } from '../../../harness/actors/merchant.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { type HttpResponse, header } from '../../../harness/http/response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { Blocked, blocked } from '../../../harness/outcome.ts'
import type { Customer, Page } from '../../../harness/pages/checkout-page.ts'
import { pause } from '../../../harness/pause.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Order, OrderUrls } from '../../../schemas/messages.ts'
import { isDeclared } from '../capabilities.ts'
import { deliveries, proofIn, type SignedProof } from './notifications.ts'

/** A checkout session as merchant and customer know it. */
export type Hosted = {
  merchant: Merchant
  order: Order
  urls: OrderUrls
  /** The session's address, and its last path element. */
  url: string
  id: string
  customer: Customer
  page: Page
}

type Opening = { merchant?: Merchant; order?: Partial<Order>; urls?: Partial<OrderUrls> }

/** redirect_url of an answer, resolved (that it is absolute is CHECKOUT-01's); blocked where there is none. */
export const redirectOf = (context: CheckContext, response: Pick<HttpResponse, 'json'>): string => {
  const told = member(response.json, 'redirect_url')
  const base = `${context.run.target.apiUrl}/`
  if (typeof told !== 'string' || !URL.canParse(told, base))
    return blocked('the checkout is answered without a redirect_url')
  return new URL(told, base).href
}

/** The last path element of a hosted page's address. */
export const sessionIdOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** Checks an order out and has a customer open its page; blocked where the checkout is refused. */
export const visitSession = async (context: CheckContext, plan: Opening = {}): Promise<Hosted> => {
  const merchant = plan.merchant ?? context.merchant
  const order = merchant.order({ reference: context.fresh('reference'), ...plan.order })
  const { urls: addresses, ...request } = merchant.signs(order, plan.urls ? { urls: plan.urls } : {})
  const urls = addresses ?? blocked('the merchant has no addresses')
  const json = await context.checkout({ ...request, urls }, { as: merchant }).asControl<JsonObject>()
  const url = redirectOf(context, { json })
  const customer = context.customer()
  return { merchant, order, urls, url, id: sessionIdOf(url), customer, page: await customer.open(url, urls) }
}

/** The same; blocked where the page does not show, too. */
export const openSession = async (context: CheckContext, plan: Opening = {}): Promise<Hosted> => {
  const hosted = await visitSession(context, plan)
  const { status } = hosted.page.response
  if (status !== 200) blocked(`the hosted page does not show (PAGE-01): ${status || 'no answer'}`)
  return hosted
}

/** Seconds for which the order lives whose end the page sees. */
const orderSeconds = 3

/** Seconds by which the target's clock is behind, as far as its answers tell. */
const behind = ({ page }: Hosted): number => {
  const told = Date.parse(header(page.response, 'date') ?? '')
  return Number.isNaN(told) ? 0 : Math.min(Math.max(0, (Date.now() - told) / 1000), 10)
}

/** A session that was opened in time, and whose order has expired since. */
export const expiredSession = async (context: CheckContext): Promise<Hosted> => {
  const expiresAt = context.now() + orderSeconds
  const hosted = await openSession(context, { order: { expiresAt } })
  await pause((expiresAt + 1.2 + behind(hosted)) * 1000 - Date.now(), context.signal)
  return hosted
}

/** Whatever a notification of this session may be known by, also where its proof is wrong. */
export const marksOf = ({ order, id }: Pick<Hosted, 'order' | 'id'>): string[] =>
  [order.id, order.reference ?? '', id].filter(mark => mark.length >= 8)

/** Pays, and takes the proof out of the notification; blocked where none comes (PAGE-03). */
export const paidProof = async (
  context: CheckContext,
  hosted: Hosted,
): Promise<SignedProof & { receivedAt: number }> => {
  await hosted.page.pay()
  const [sent] = await deliveries(context, marksOf(hosted))
  const signed = sent && proofIn(sent)
  return signed && sent
    ? { ...signed, receivedAt: sent.receivedAt }
    : blocked('no proof of the hosted payment is sent (PAGE-03)')
}

/** Waits for the notification of a later, correct payment or transfer to the same merchant, as long as one may take. */
export const barrier = async (context: CheckContext): Promise<void> => {
  try {
    if (!isDeclared(context, 'transfer.create')) {
      await paidProof(context, await openSession(context))
      return
    }
    const reference = context.fresh('barrier')
    const response = await context.transfer({ from: context.partner, to: { ...context.merchant, reference } })
    if (response.status === 200) await deliveries(context, [reference])
  } catch (error) {
    // A target that sends nothing at all breaks other clauses; what is absent then is absent nevertheless.
    if (!(error instanceof Blocked)) throw error
  }
}

/** What was sent about a session, once a later payment has been told of: what comes last may be overtaken. */
export const sentAbout = async (
  context: CheckContext,
  session: Pick<Hosted, 'order' | 'id'>,
): Promise<RecordedRequest[]> => {
  await barrier(context)
  return deliveries(context, marksOf(session), { count: mostDeliveries, timeoutMs: graceMs })
}

/** More of one transaction are not waited for. */
const mostDeliveries = 20

/** Milliseconds by which one notification may overtake another. */
export const graceMs = 500

/** The txids of what was sent. */
export const txidsOf = (sent: readonly RecordedRequest[]): Set<unknown> =>
  new Set(sent.map(one => proofIn(one)?.proof.txid))
