import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms, cookieName, type FormPlace, formOf, openForm } from '../../service/forms.ts'
import { notice, seeOther, sendPage } from '../../service/page.ts'
import type { Gateway } from '../contract.ts'
import type { Session } from '../records.ts'
import { cancel, type Decision, pay } from './session.ts'

type Visit = { request: FastifyRequest; reply: FastifyReply; session: Session; gateway: Gateway }

/** More than any form of ours sends. */
const formLimitBytes = 16_384

const placeOf = ({ id }: Session, gateway: Gateway): FormPlace => {
  const path = new URL(gateway.policies.redirectUrl(id, gateway), gateway.endpoint()).pathname
  return { path, cookie: { name: cookieName, path } }
}

const merchantName = ({ merchant }: Session, { directory }: Gateway): string =>
  directory.merchants.get(merchant)?.name ?? `Merchant ${merchant}`

const sendExpired = ({ reply }: Visit): FastifyReply =>
  sendPage(reply, 410, {
    text: notice('Too late', 'The time to pay this order is over. Please order again in the shop.'),
  })

const sendForm = ({ request, reply, session, gateway }: Visit): FastifyReply => {
  const { policies, pageSecret, ports } = gateway
  const place = placeOf(session, gateway)
  const { token, cookie } = openForm(request, pageSecret, { ...place, endpoint: gateway.endpoint(), ports })
  const { path } = place
  const view = { session, merchantName: merchantName(session, gateway), options: policies.paymentOptions, path, token }
  reply.header('set-cookie', cookie)
  return sendPage(reply, 200, { text: policies.checkoutPage(view), headers: policies.pageHeaders })
}

/** GET: shows where the session stands, and changes nothing. */
const show = (visit: Visit): FastifyReply => {
  const { session, reply, gateway } = visit
  if (session.status === 'cancelled') return seeOther(reply, session.urls.cancelled)
  if (session.status === 'expired') return sendExpired(visit)
  if (session.status === 'pending') return sendForm(visit)
  return sendPage(reply, 200, { text: paidText(session, gateway), headers: gateway.policies.pageHeaders })
}

const paidText = (session: Session, gateway: Gateway): string =>
  gateway.policies.paidPage(session, merchantName(session, gateway))

/** Where the customer goes after a decision (heading "States and transitions"); undefined when it came too late. */
export const nextAddress = ({ session, declined }: Decision): string | undefined => {
  if (session.status === 'paid') return session.urls.completed
  return session.status === 'cancelled' || declined ? session.urls.cancelled : undefined
}

const decisionOf = async ({ session, gateway }: Visit, form: URLSearchParams): Promise<Decision | undefined> => {
  if (form.get('action') === 'cancel') return cancel(session, gateway)
  const option = gateway.policies.paymentOptions.find(({ id }) => id === form.get('option'))
  return option && pay(session, option, gateway)
}

/** POST from the page: pays or cancels, and sends the customer on. */
const submit = async (visit: Visit): Promise<FastifyReply> => {
  const { request, reply, session, gateway } = visit
  const form = formOf(request)
  const proofOfOrigin = { ...placeOf(session, gateway), token: form.get('token') }
  if (!gateway.policies.isFromPage(request, gateway.pageSecret, proofOfOrigin))
    return sendPage(reply, 403, {
      text: notice('Please try again', 'This form is not from this page, or too old. Open the page again.'),
    })
  const decision = await decisionOf(visit, form)
  if (decision === undefined)
    return sendPage(reply, 400, { text: notice('Please choose', 'No payment option was chosen.') })
  const address = gateway.policies.nextAddress(decision, gateway)
  return address === undefined ? sendExpired(visit) : seeOther(reply, address)
}

const visiting =
  (gateway: Gateway, act: (visit: Visit) => FastifyReply | Promise<FastifyReply>) =>
  async (request: FastifyRequest<{ Params: { sessionId: string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const session = gateway.policies.currentSession(request.params.sessionId, gateway)
    if (session !== undefined) return act({ request, reply, session, gateway })
    return sendPage(reply, 404, { text: notice('Not found', 'There is no such payment here.') })
  }

/** The hosted page at /checkout/{sessionId} (heading "POST /orders/checkout"). */
export const hostPages = (server: FastifyInstance, gateway: Gateway): void => {
  server.register(async pages => {
    acceptForms(pages, formLimitBytes)
    pages.get('/checkout/:sessionId', visiting(gateway, show))
    pages.post('/checkout/:sessionId', visiting(gateway, submit))
  })
}
