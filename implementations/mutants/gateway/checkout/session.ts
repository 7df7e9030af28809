import { Refusal } from '../../../../protocol/errors.ts'
import { checkoutRules, urlsAreWeb } from '../../../../reference/gateway/checkout.ts'
import type { Checkout, CheckoutView, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { escapeHtml } from '../../../../reference/service/html.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { rewritePath } from '../../support/server-hooks.ts'

/** Posts the form of the page to another path. */
const postFormTo = (pathOf: (view: CheckoutView) => string) => ({
  checkoutPage: (view: CheckoutView) => gatewayPolicies.checkoutPage({ ...view, path: pathOf(view) }),
})

const missingUrls = new Refusal('INVALID_REQUEST', 400, 'urls.completed and urls.cancelled are needed.')

/** Accepts only the urls that `isAccepted` accepts. */
const acceptUrls = (isAccepted: (address: string) => boolean): readonly Rule<Checkout>[] =>
  replace(checkoutRules, urlsAreWeb, ({ request: { urls } }) =>
    urls && isAccepted(urls.completed) && isAccepted(urls.cancelled) ? undefined : missingUrls,
  )

/** Finds a session by a prefix of its id. */
const byBeginning = (length: number): Partial<GatewayPolicies> => {
  const ids = new Map<string, string>()
  return {
    newSession: checkout => {
      const session = gatewayPolicies.newSession(checkout)
      ids.set(session.id.slice(0, length), session.id)
      return session
    },
    currentSession: (id, gateway) => gatewayPolicies.currentSession(ids.get(id.slice(0, length)) ?? id, gateway),
  }
}

const backLink = ({ session }: CheckoutView): string =>
  `<p><a href="${escapeHtml(session.urls.cancelled)}">Back to the shop</a></p></main>`

/** Returns a counter that starts after a number. */
const countFrom = (from: number) => {
  let last = from
  return () => String(++last)
}

const nextNumber = countFrom(100)

/** Gives each session the id of the first one with the same order id. */
const withFirstId = (): GatewayPolicies['newSession'] => {
  const ids = new Map<string, string>()
  return checkout => {
    const session = gatewayPolicies.newSession(checkout)
    const id = ids.get(session.order.id) ?? session.id
    ids.set(session.order.id, id)
    return { ...session, id }
  }
}

/** Faults in the session that an order gets, and in its address (headings "POST /orders/checkout", "Checkout session"). */
export const checkoutSessionMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the hosted page is given as a path',
    breaks: 'CHECKOUT-01',
    story: 'The router builds links relative to its host.',
    policies: { redirectUrl: id => `/checkout/${id}` },
  },
  {
    name: 'the hosted page is given without a scheme',
    breaks: 'CHECKOUT-01',
    story: 'Links of the form //host/path work with http and https in browsers.',
    policies: { redirectUrl: (id, gateway) => gatewayPolicies.redirectUrl(id, gateway).replace(/^https?:/, '') },
  },
  {
    name: 'a checkout is answered as created',
    breaks: 'CHECKOUT-01',
    story: 'A session was created, and REST says 201.',
    policies: {
      answer: (operation, body) => ({
        ...gatewayPolicies.answer(operation, body),
        status: operation === 'orders.checkout' ? 201 : 200,
      }),
    },
  },
  {
    name: 'a session cannot be made of an order without items',
    breaks: 'CHECKOUT-01',
    story: 'Every order of the first merchant had items, so the code counts them unchecked.',
    ports: { reportBug: () => {} },
    policies: {
      newSession: checkout => {
        if (checkout.request.order.items === undefined) throw new TypeError('order.items is not iterable')
        return gatewayPolicies.newSession(checkout)
      },
    },
  },
  {
    name: 'the session is named in the query',
    breaks: 'CHECKOUT-10',
    story: 'One page serves all sessions, with the id as a parameter.',
    policies: {
      redirectUrl: (id, { endpoint }) => `${endpoint()}/checkout/pay?session=${id}`,
      ...postFormTo(({ path, session }) => `${path}?session=${session.id}`),
    },
    prepare: rewritePath(/^\/checkout\/pay\?session=(\w+)/, '/checkout/$1'),
  },
  {
    name: 'the address of a session ends with a slash',
    breaks: 'CHECKOUT-10',
    alsoBreaks: ['CHECKOUT-15'],
    story: 'The framework appends one to every path.',
    policies: { redirectUrl: (id, gateway) => `${gatewayPolicies.redirectUrl(id, gateway)}/` },
    prepare: rewritePath(/^(\/checkout\/\w+)\/$/, '$1'),
  },
  {
    name: 'orders of two merchants with one id share a session',
    breaks: 'CHECKOUT-10',
    alsoBreaks: ['PAGE-12'],
    story: 'A repeated order gets its session back, found by order id.',
    policies: { newSession: withFirstId() },
  },
  {
    name: 'session ids are counted',
    breaks: 'CHECKOUT-11',
    story: 'The primary key of the table became the address.',
    policies: { newSessionId: countFrom(10_000) },
  },
  {
    name: 'session ids are the time and a counter',
    breaks: 'CHECKOUT-11',
    story: 'The requirement said unique, not secret.',
    policies: { newSessionId: ({ ports }) => `${ports.now().toString(16)}${nextNumber()}` },
  },
  {
    name: 'the hosted page is at another path',
    breaks: 'CHECKOUT-15',
    story: 'The page of the previous product was reused, address included.',
    policies: { redirectUrl: (id, { endpoint }) => `${endpoint()}/pay/${id}` },
    prepare: rewritePath(/^\/pay\//, '/checkout/'),
  },
  {
    name: 'the hosted page is one level deeper',
    breaks: 'CHECKOUT-15',
    story: 'The router groups everything that belongs to sessions.',
    policies: { redirectUrl: (id, { endpoint }) => `${endpoint()}/checkout/sessions/${id}` },
    prepare: rewritePath(/^\/checkout\/sessions\//, '/checkout/'),
  },
  {
    name: 'any address that parses is one to be sent to',
    breaks: 'CHECKOUT-16',
    story: 'URL.canParse() accepts javascript:.',
    policies: { checkoutRules: acceptUrls(URL.canParse) },
  },
  {
    name: 'addresses are searched for javascript',
    breaks: 'CHECKOUT-16',
    story: 'A blocklist with one entry.',
    policies: { checkoutRules: acceptUrls(address => URL.canParse(address) && !address.startsWith('javascript:')) },
  },
  {
    name: 'the page links to whatever the shop gave',
    breaks: 'CHECKOUT-16',
    story: 'The redirect checks the scheme, the link below the form does not.',
    policies: {
      checkoutRules: acceptUrls(URL.canParse),
      checkoutPage: view => gatewayPolicies.checkoutPage(view).replace('</main>', () => backLink(view)),
      nextAddress: (decision, gateway) => {
        const address = gatewayPolicies.nextAddress(decision, gateway)
        return address?.startsWith('http') ? address : undefined
      },
    },
  },
  {
    name: 'a session is found by the beginning of its id',
    breaks: 'PAGE-10',
    story: 'The index holds eight characters, and the query compares no more.',
    policies: byBeginning(8),
  },
]
