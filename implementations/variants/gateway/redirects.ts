import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../../protocol/errors.ts'
import { redirectUrl, urlsAreWeb } from '../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { checkoutRules } from './sessions.ts'

/** Changes the redirects of the hosted page. */
const changeRedirects =
  (change: (reply: FastifyReply, location: string) => string) =>
  (server: FastifyInstance): void => {
    server.addHook('onSend', async ({ method }, reply, payload) => {
      const location = reply.getHeader('location')
      return method === 'POST' && typeof location === 'string' ? change(reply, location) : payload
    })
  }

const redirectWithStatus = (status: number) =>
  changeRedirects(reply => {
    reply.code(status)
    return ''
  })

/** Redirects through a page that thanks the customer. */
const redirectByPage = changeRedirects((reply, location) => {
  reply.code(200).removeHeader('location').header('content-type', 'text/html; charset=utf-8')
  return html`<!doctype html><meta http-equiv="refresh" content="0;url=${location}"><title>One moment</title>
<p>We take you back to the shop. <a href="${location}">Continue</a></p>`.text
})

/** Redirects by script, which the form driver does not run. */
const redirectByScript = changeRedirects((reply, location) => {
  reply.code(200).removeHeader('location').header('content-type', 'text/html; charset=utf-8')
  return `<!doctype html><script>location.replace(${JSON.stringify(location).replaceAll('<', '\\u003c')})</script>`
})

/** Redirects customers who return to a paid session. */
const redirectFromPaidPage: Pick<Variant<GatewayPolicies>, 'policies' | 'prepare'> = {
  policies: { paidPage: ({ urls }) => `to ${urls.completed}` },
  prepare: server => {
    server.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !payload.startsWith('to ')) return payload
      reply.code(302).header('location', payload.slice(3))
      return ''
    })
  },
}

/** Answers 404 instead of 410 after a session has ended. */
const answer404AfterEnd = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 410) reply.code(404)
  })
}

const checkUrlsIfGiven = (checkout: Checkout): Refusal | undefined =>
  checkout.request.urls === undefined ? undefined : urlsAreWeb(checkout)

/** Keeps the customer on the page of the session if the merchant gave no URL. */
const stayOnPage: GatewayPolicies['nextAddress'] = (decision, gateway) =>
  gatewayPolicies.nextAddress(decision, gateway) || redirectUrl(decision.session.id, gateway)

const closeOnFailure: GatewayPolicies['nextAddress'] = (decision, gateway) => {
  if (decision.declined) gateway.store.cancelSession(decision.session)
  return gatewayPolicies.nextAddress(decision, gateway)
}

const addResultToUrl: GatewayPolicies['nextAddress'] = (decision, gateway) => {
  const address = gatewayPolicies.nextAddress(decision, gateway)
  if (address === undefined) return undefined
  const url = new URL(address)
  url.searchParams.set('session', decision.session.id)
  if (decision.session.txid !== undefined) url.searchParams.set('txid', decision.session.txid)
  return url.href
}

/** Accepts only addresses with a registered suffix. */
const urlsAreRegistered = ({ request: { urls } }: Checkout): Refusal | undefined => {
  const isRegistered = [urls?.completed, urls?.cancelled].every(url =>
    /\/(completed|cancelled)\?visit=[^&]+$/.test(url ?? ''),
  )
  return isRegistered ? undefined : new Refusal('INVALID_REQUEST', 400, 'The address is not registered.')
}

/** Clauses that need to see where a payment leads. */
const afterPayment = ['CHECKOUT-13', 'NOTIFY-01', 'PAGE-03', 'PAGE-04', 'PAGE-07', 'PAGE-08', 'PAGE-10'] as const

/** Other ways to send a customer back to the shop ("States and transitions": the states after pending are not specified). */
export const redirectVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'customers are sent on with 302',
    story: '302 is the default of every framework.',
    prepare: redirectWithStatus(302),
  },
  {
    name: 'customers are sent on by a page',
    story: 'Some browsers are said to lose cookies otherwise.',
    prepare: redirectByPage,
  },
  {
    name: 'customers are sent on by a script',
    story: "The bank's page is in a frame, and the shop must open outside it.",
    prepare: redirectByScript,
    blocks: Object.fromEntries(afterPayment.map(id => [id, 'HTML forms run no script.'])),
    isAlone: 'Where a payment leads is not seen.',
  },
  {
    name: 'who comes back to a paid session is sent on',
    story: 'There is nothing left to show.',
    ...redirectFromPaidPage,
  },
  { name: 'what is over is not found', story: 'Old sessions are deleted.', prepare: answer404AfterEnd },
  {
    name: 'urls may be absent',
    story: 'Not marked as required.',
    policies: {
      checkoutRules: checkoutRules.map(check => (check === urlsAreWeb ? checkUrlsIfGiven : check)),
      nextAddress: stayOnPage,
    },
  },
  {
    name: 'a failed payment closes the session',
    story: 'The shop must check the order out again.',
    policies: { nextAddress: closeOnFailure },
  },
  {
    name: 'the shop registers where its customers may come back to',
    story: 'An order must not send customers elsewhere; the query may differ.',
    policies: { checkoutRules: [...checkoutRules, urlsAreRegistered] },
  },
  {
    name: 'urls.completed gets members of its query',
    story: 'The shop can show the transaction immediately.',
    policies: { nextAddress: addResultToUrl },
  },
]
