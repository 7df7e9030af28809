import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../../protocol/errors.ts'
import type { Checkout } from '../../../reference/gateway/checkout.ts'
import { orderIsNoOther, redirectUrl, urlsAreWeb } from '../../../reference/gateway/checkout.ts'
import type { Gateway } from '../../../reference/gateway/contract.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { orderKey } from '../../../reference/gateway/store.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'

const { admission } = gatewayPolicies

/** The redirects of the hosted page, changed on their way. */
const redirected =
  (change: (reply: FastifyReply, location: string) => string) =>
  (server: FastifyInstance): void => {
    server.addHook('onSend', async ({ method }, reply, payload) => {
      const location = reply.getHeader('location')
      return method === 'POST' && typeof location === 'string' ? change(reply, location) : payload
    })
  }

const withStatus = (status: number) =>
  redirected(reply => {
    reply.code(status)
    return ''
  })

/** A page that thanks the customer, and leads on by itself. */
const thanking = redirected((reply, location) => {
  reply.code(200).removeHeader('location').header('content-type', 'text/html; charset=utf-8')
  return html`<!doctype html><meta http-equiv="refresh" content="0;url=${location}"><title>One moment</title>
<p>We take you back to the shop. <a href="${location}">Continue</a></p>`.text
})

/** Who comes back to a paid session is sent on. */
const sentOn: Pick<Variant<GatewayPolicies>, 'policies' | 'prepare'> = {
  policies: { paidPage: ({ urls }) => `to ${urls.completed}` },
  prepare: server => {
    server.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !payload.startsWith('to ')) return payload
      reply.code(302).header('location', payload.slice(3))
      return ''
    })
  },
}

/** A page that is not there any more is not there. */
const notFoundForLate = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 410) reply.code(404)
  })
}

const sessions = new WeakMap<object, Map<string, string>>()

/** The session that is open for an order already, else a new one. */
const sameSession: GatewayPolicies['newSession'] = checkout => {
  const { caller, request, gateway } = checkout
  const known = sessions.get(gateway.turns) ?? new Map<string, string>()
  sessions.set(gateway.turns, known)
  const key = orderKey({ merchant: caller, order: request.order })
  const open = gateway.store.session(known.get(key) ?? '')
  if (open?.status === 'pending') return { ...open }
  const session = gatewayPolicies.newSession(checkout)
  known.set(key, session.id)
  return session
}

const orderIsNew = ({ caller, request: { order }, gateway }: Checkout): Refusal | undefined =>
  gateway.store.order(orderKey({ merchant: caller, order })) === undefined
    ? undefined
    : new Refusal('ORDER_ALREADY_EXISTS', 409, 'The order was checked out before.')

const webUrlsWhereGiven = (checkout: Checkout): Refusal | undefined =>
  checkout.request.urls === undefined ? undefined : urlsAreWeb(checkout)

/** Where the merchant named no address, the customer stays on the session's page. */
const nextOrOwn: GatewayPolicies['nextAddress'] = (decision, gateway) =>
  gatewayPolicies.nextAddress(decision, gateway) || redirectUrl(decision.session.id, gateway)

const closedByFailure: GatewayPolicies['nextAddress'] = (decision, gateway) => {
  if (decision.declined) gateway.store.cancelSession(decision.session)
  return gatewayPolicies.nextAddress(decision, gateway)
}

const withResult: GatewayPolicies['nextAddress'] = (decision, gateway) => {
  const address = gatewayPolicies.nextAddress(decision, gateway)
  if (address === undefined) return undefined
  const url = new URL(address)
  url.searchParams.set('session', decision.session.id)
  if (decision.session.txid !== undefined) url.searchParams.set('txid', decision.session.txid)
  return url.href
}

const sameOrigin: GatewayPolicies['isFromPage'] = ({ headers }) => headers['sec-fetch-site'] === 'same-origin'

const id =
  (bytes: number, encoding: 'base64url' | 'hex', prefix = '') =>
  ({ ports }: Gateway): string =>
    prefix + Buffer.from(ports.randomBytes(bytes)).toString(encoding)

const digits = ({ ports }: Gateway): string =>
  [...ports.randomBytes(12)].map(byte => String(byte).padStart(3, '0')).join('')

const elsewhere: GatewayPolicies['redirectUrl'] = (sessionId, gateway) =>
  redirectUrl(sessionId, gateway).replace('127.0.0.1', 'localhost')

/** Other choices of checkout sessions ("Checkout session", "States and transitions": what comes after pending is not shown). */
export const sessionVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'customers are sent on with 302',
    story: 'What every framework calls a redirect.',
    prepare: withStatus(302),
  },
  {
    name: 'customers are sent on by a page',
    story: 'Some browsers lose cookies otherwise, it is said.',
    prepare: thanking,
  },
  { name: 'who comes back to a paid session is sent on', story: 'There is nothing to see.', ...sentOn },
  { name: 'what is over is not found', story: 'Old sessions are deleted.', prepare: notFoundForLate },
  {
    name: 'the same order has the same session',
    story: 'Checkout is idempotent.',
    policies: { newSession: sameSession },
  },
  {
    name: 'the same order is refused the second time',
    story: 'A unique index on the order id.',
    policies: { admission: [...admission, orderIsNew] },
  },
  {
    name: 'an order id may come with another order',
    story: 'Carts change, and shops keep their order ids.',
    policies: { admission: admission.filter(check => check !== orderIsNoOther) },
  },
  {
    name: 'urls may be absent',
    story: 'Not marked as required.',
    policies: {
      admission: admission.map(check => (check === urlsAreWeb ? webUrlsWhereGiven : check)),
      nextAddress: nextOrOwn,
    },
  },
  {
    name: 'a failed payment closes the session',
    story: 'The shop is to check the order out again.',
    policies: { nextAddress: closedByFailure },
  },
  {
    name: 'urls.completed gets members of its query',
    story: 'So that shops can show the transaction at once.',
    policies: { nextAddress: withResult },
  },
  {
    name: 'session ids are base64url',
    story: 'Short addresses.',
    policies: { newSessionId: id(16, 'base64url') },
  },
  {
    name: 'session ids begin with a prefix',
    story: 'So that people can tell ids apart.',
    policies: { newSessionId: id(20, 'hex', 'cs_test_') },
  },
  {
    name: 'session ids are digits',
    story: 'They have to be read out over the phone.',
    policies: { newSessionId: digits },
  },
  {
    name: 'the address of the page has a query and a fragment',
    story: 'The language of the page, and where to scroll to.',
    policies: { redirectUrl: (sessionId, gateway) => `${redirectUrl(sessionId, gateway)}?lang=en#pay` },
  },
  {
    name: 'the page is on another host',
    story: 'Pages that take cards are kept apart from the interface.',
    policies: { redirectUrl: elsewhere },
  },
  {
    name: 'forged forms are told by the headers of the browser alone',
    story: 'Every browser sends them now; tokens went out.',
    policies: { isFromPage: sameOrigin },
  },
  {
    name: 'the page is kept out of frames and caches in an older way',
    story: 'Headers of the time when the page was written.',
    policies: {
      pageHeaders: {
        'content-type': 'text/html',
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'private, max-age=0, must-revalidate',
        pragma: 'no-cache',
        expires: '0',
      },
    },
  },
  {
    name: 'one way to pay, and it never fails',
    story: 'A sandbox with a test wallet.',
    policies: {
      paymentOptions: [{ id: 'wallet', label: 'Test wallet', hint: 'Play money', succeeds: true }],
    },
  },
  {
    name: 'a payment takes 400 ms',
    story: 'The bank is asked.',
    policies: {
      charge: async option => {
        await new Promise(resolve => setTimeout(resolve, 400))
        return option.succeeds
      },
    },
  },
  {
    name: 'sessions live ten seconds',
    story: 'A sandbox, so that expiry can be tried; the operator tells.',
    profile: { sessionSeconds: 10 },
    settings: { pages: { checkout: { sessionSeconds: 10 } } },
  },
]
