import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms, cookieName, type FormPlace, formOf, openForm } from '../../service/forms.ts'
import { notice, seeOther, sendPage } from '../../service/page.ts'
import type { Gateway, PageVisit, SessionResult } from '../contract.ts'
import type { Session } from '../records.ts'
import { cancel, pay } from './session.ts'

/** Larger than any form of this page. */
const formLimitBytes = 16_384

const placeOf = ({ id }: Session, gateway: Gateway): FormPlace => {
  const path = new URL(gateway.policies.redirectUrl(id, gateway), gateway.endpoint()).pathname
  return { path, cookie: { name: cookieName, path } }
}

const merchantName = ({ merchant }: Session, { directory }: Gateway): string =>
  directory.merchants.get(merchant)?.name ?? `Merchant ${merchant}`

const sendExpired = ({ reply }: PageVisit): FastifyReply =>
  sendPage(reply, 410, {
    text: notice('Too late', 'The time to pay this order is over. Please order again in the shop.'),
  })

const sendForm = ({ request, reply, session, gateway }: PageVisit): FastifyReply => {
  const { policies, pageSecret, ports } = gateway
  const place = placeOf(session, gateway)
  const { token, cookie } = openForm(request, pageSecret, { ...place, endpoint: gateway.endpoint(), ports })
  const { path } = place
  const view = { session, merchantName: merchantName(session, gateway), options: policies.paymentOptions, path, token }
  reply.header('set-cookie', cookie)
  return sendPage(reply, 200, { text: policies.checkoutPage(view), headers: policies.pageHeaders })
}

/** Answers a GET: shows the session, and changes nothing. Clauses: PAGE-01, PAGE-10, PAGE-14. */
const show = (visit: PageVisit): FastifyReply => {
  const { session, reply, gateway } = visit
  if (session.status === 'cancelled') return seeOther(reply, session.urls.cancelled)
  if (session.status === 'expired') return sendExpired(visit)
  if (session.status === 'pending') return sendForm(visit)
  return sendPage(reply, 200, { text: paidText(session, gateway), headers: gateway.policies.pageHeaders })
}

const paidText = (session: Session, gateway: Gateway): string =>
  gateway.policies.paidPage(session, merchantName(session, gateway))

/**
 * Returns the address for the customer after paying or cancelling (heading "States and transitions"), as the order gives it;
 * undefined if the session has expired. Clauses: PAGE-03, PAGE-04, PAGE-11, PAGE-14.
 */
export const nextAddress = ({ session, declined }: SessionResult): string | undefined => {
  if (session.status === 'paid') return session.urls.completed
  return session.status === 'cancelled' || declined ? session.urls.cancelled : undefined
}

const resultOf = async ({ session, gateway }: PageVisit, form: URLSearchParams): Promise<SessionResult | undefined> => {
  if (form.get('action') === 'cancel') return cancel(session, gateway)
  const option = gateway.policies.paymentOptions.find(({ id }) => id === form.get('option'))
  return option && pay(session, option, gateway)
}

/** Answers a POST from the page: pays or cancels, and redirects the customer. Clauses: PAGE-03, PAGE-04, PAGE-10. */
const submit = async (visit: PageVisit): Promise<FastifyReply> => {
  const { request, reply, session, gateway } = visit
  const form = formOf(request)
  const proofOfOrigin = { ...placeOf(session, gateway), token: form.get('token') }
  if (!gateway.policies.isFromPage(request, gateway.pageSecret, proofOfOrigin))
    return sendPage(reply, 403, {
      text: notice('Please try again', 'This form is not from this page, or too old. Open the page again.'),
    })
  const result = await resultOf(visit, form)
  if (result === undefined)
    return sendPage(reply, 400, { text: notice('Please choose', 'No payment option was chosen.') })
  const address = gateway.policies.nextAddress(result, gateway)
  return address === undefined ? sendExpired(visit) : seeOther(reply, address)
}

const visiting =
  (gateway: Gateway, act: (visit: PageVisit) => FastifyReply | Promise<FastifyReply>) =>
  async (request: FastifyRequest<{ Params: { sessionId: string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const session = gateway.policies.currentSession(request.params.sessionId, gateway)
    if (session !== undefined) return act({ request, reply, session, gateway })
    return sendPage(reply, 404, { text: notice('Not found', 'There is no such payment here.') })
  }

/** Serves the hosted page at /checkout/{sessionId} (heading "POST /orders/checkout"). Clause: CHECKOUT-15. */
export const hostPages = (server: FastifyInstance, gateway: Gateway): void => {
  server.register(async pages => {
    acceptForms(pages, formLimitBytes)
    pages.get('/checkout/:sessionId', visiting(gateway, show))
    pages.post('/checkout/:sessionId', visiting(gateway, submit))
  })
}
