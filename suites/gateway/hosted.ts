import type { JsonObject } from '../../protocol/json.ts'
import type { Order, OrderUrls } from '../../schemas/messages.ts'
import { isDeclared } from '../declared.ts'
import { type Answer, header } from '../harness/answer.ts'
import type { Witnessed } from '../harness/counterpart.ts'
import { Blocked, blocked } from '../harness/outcome.ts'
import type { Customer, Landing, Page } from '../harness/page.ts'
import type { Merchant } from '../harness/requests.ts'
import { member } from '../harness/signed.ts'
import { pause } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
import { deliveries, proofIn, type SignedProof } from './deliveries.ts'

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
export const redirectOf = (stage: Stage, answer: Pick<Answer, 'json'>): string => {
  const told = member(answer.json, 'redirect_url')
  const base = `${stage.session.target.apiUrl}/`
  if (typeof told !== 'string' || !URL.canParse(told, base))
    return blocked('the checkout is answered without a redirect_url')
  return new URL(told, base).href
}

/** The last path element of a hosted page's address. */
export const sessionIdOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** Checks an order out and has a customer open its page; blocked where the checkout is refused. */
export const visitSession = async (stage: Stage, plan: Opening = {}): Promise<Hosted> => {
  const merchant = plan.merchant ?? stage.merchant
  const order = merchant.order({ reference: stage.fresh('reference'), ...plan.order })
  const { urls: addresses, ...request } = merchant.signs(order, plan.urls ? { urls: plan.urls } : {})
  const urls = addresses ?? blocked('the merchant has no addresses')
  const json = await stage.checkout({ ...request, urls }, { as: merchant }).asControl<JsonObject>()
  const url = redirectOf(stage, { json })
  const customer = stage.customer()
  return { merchant, order, urls, url, id: sessionIdOf(url), customer, page: await customer.open(url, urls) }
}

/** The same; blocked where the page does not show, too. */
export const openSession = async (stage: Stage, plan: Opening = {}): Promise<Hosted> => {
  const hosted = await visitSession(stage, plan)
  const { status } = hosted.page.answer
  if (status !== 200) blocked(`the hosted page does not show (PAGE-01): ${status || 'no answer'}`)
  return hosted
}

/** Seconds for which the order lives whose end the page sees. */
const orderSeconds = 3

/** Seconds by which the target's clock is behind, as far as its answers tell. */
const behind = ({ page }: Hosted): number => {
  const told = Date.parse(header(page.answer, 'date') ?? '')
  return Number.isNaN(told) ? 0 : Math.min(Math.max(0, (Date.now() - told) / 1000), 10)
}

/** A session that was opened in time, and whose order has expired since. */
export const expiredSession = async (stage: Stage): Promise<Hosted> => {
  const expiresAt = stage.now() + orderSeconds
  const hosted = await openSession(stage, { order: { expiresAt } })
  await pause((expiresAt + 1.2 + behind(hosted)) * 1000 - Date.now(), stage.signal)
  return hosted
}

/** How a landing reads in a report. */
export const whereTo = ({ redirectedTo, page, answers }: Landing): string => {
  if (redirectedTo !== undefined) return `to ${redirectedTo.slice(0, 300)}`
  const last = answers.at(-1)
  return `${last?.status || 'no answer'}, the page “${(page?.text ?? '').slice(0, 120)}”`
}

/** Whatever a notification of this session may be known by, also where its proof is wrong. */
export const marksOf = ({ order, id }: Pick<Hosted, 'order' | 'id'>): string[] =>
  [order.id, order.reference ?? '', id].filter(mark => mark.length >= 8)

/** Pays, and takes the proof out of the notification; blocked where none comes (PAGE-03). */
export const paidProof = async (stage: Stage, hosted: Hosted): Promise<SignedProof & { receivedAt: number }> => {
  await hosted.page.pay()
  const [sent] = await deliveries(stage, marksOf(hosted))
  const signed = sent && proofIn(sent)
  return signed && sent
    ? { ...signed, receivedAt: sent.receivedAt }
    : blocked('no proof of the hosted payment is sent (PAGE-03)')
}

/** Waits for the notification of a later, correct payment or transfer to the same merchant, as long as one may take. */
export const barrier = async (stage: Stage): Promise<void> => {
  try {
    if (!isDeclared(stage, 'transfer.create')) {
      await paidProof(stage, await openSession(stage))
      return
    }
    const reference = stage.fresh('barrier')
    const answer = await stage.transfer({ from: stage.partner, to: { ...stage.merchant, reference } })
    if (answer.status === 200) await deliveries(stage, [reference])
  } catch (error) {
    // A target that sends nothing at all breaks other clauses; what is absent then is absent nevertheless.
    if (!(error instanceof Blocked)) throw error
  }
}

/** What was sent about a session, once a later payment has been told of: what comes last may be overtaken. */
export const sentAbout = async (stage: Stage, session: Pick<Hosted, 'order' | 'id'>): Promise<Witnessed[]> => {
  await barrier(stage)
  return deliveries(stage, marksOf(session), { count: mostDeliveries, timeoutMs: graceMs })
}

/** More of one transaction are not waited for. */
const mostDeliveries = 20

/** Milliseconds by which one notification may overtake another. */
export const graceMs = 500

/** The txids of what was sent. */
export const txidsOf = (sent: readonly Witnessed[]): Set<unknown> => new Set(sent.map(one => proofIn(one)?.proof.txid))
