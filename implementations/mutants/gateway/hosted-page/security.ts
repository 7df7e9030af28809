import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../../protocol/errors.ts'
import { parseStrict } from '../../../../protocol/json/json.ts'
import { checkoutRules } from '../../../../reference/gateway/checkout.ts'
import type { Checkout, CheckoutView, Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Session } from '../../../../reference/gateway/records.ts'
import { formOf } from '../../../../reference/service/forms.ts'
import { fetchDocument } from '../../../../reference/service/guarded-client.ts'
import { escapeHtml } from '../../../../reference/service/html.ts'
import { pageHeaders } from '../../../../reference/service/page.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { changeMember } from '../../../support/changes.ts'
import { clockAhead } from '../../../support/clocks.ts'
import type { Mutant } from '../../mutant.ts'
import { omitSameSite } from '../../support/server-hooks.ts'

/** Appends markup to the page. */
const appendToPage = (more: (view: CheckoutView) => string) => ({
  checkoutPage: (view: CheckoutView) =>
    gatewayPolicies.checkoutPage(view).replace('</main>', () => `${more(view)}</main>`),
})

/** Omits headers of the page. */
const omitHeaders = (...dropped: string[]) => ({
  pageHeaders: Object.fromEntries(Object.entries(pageHeaders).filter(([name]) => !dropped.includes(name))),
})

/** Treats the query of a GET like a submitted form. */
const acceptGetSubmissions = (server: FastifyInstance): void => {
  server.addHook('onRequest', async (request, reply) => {
    const [url, query] = request.url.split('?', 2)
    if (request.method !== 'GET' || url === undefined || !query?.includes('action=')) return
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { cookie: request.headers.cookie ?? '', ...type }
    const {
      statusCode,
      headers: replyHeaders,
      payload,
    } = await server.inject({ method: 'POST', url, headers, payload: query })
    const { location, 'content-type': contentType } = replyHeaders
    reply.code(statusCode).headers({ location, 'content-type': contentType }).send(payload)
    return reply
  })
}

/** Returns the session with an id, or else the last session. */
const fallBackToLastSession = () => {
  let last: Session | undefined
  return (id: string, gateway: Gateway): Session | undefined => {
    const session = gatewayPolicies.currentSession(id, gateway)
    last = session ?? last
    return session ?? last
  }
}

/** Looks up the option of a submission and assumes that it exists. */
const requireKnownOption = (server: FastifyInstance): void => {
  server.addHook('preHandler', async request => {
    const { pathname } = new URL(request.url, 'http://page')
    if (request.method !== 'POST' || !pathname.includes('/checkout/')) return
    const chosen = formOf(request).get('option')
    const [option] = gatewayPolicies.paymentOptions.filter(({ id }) => id === chosen)
    if (option === undefined) throw new TypeError("Cannot read properties of undefined (reading 'id')")
  })
}

/** Refuses an order that contains a script tag. */
const orderHoldsNoScript: Rule<Checkout> = ({ request }) =>
  /<script/i.test(JSON.stringify(request.order))
    ? new Refusal('INVALID_REQUEST', 400, 'The order looks like an attack.')
    : undefined

/** Renders Markdown links. */
const linked = (text: string): string => text.replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '<a href="$2">$1</a>')

/** The names that merchants publish. */
const names = new Map<number, string>()

/** Faults that only an attacker notices (PAGE-09, PAGE-10). */
export const hostedPageSecurityMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the name of an item is put into the page as it is',
    breaks: 'PAGE-09',
    story: 'The template engine has two kinds of braces, and one was too many.',
    policies: appendToPage(({ session: { order } }) => `<p>${order.items?.[0]?.name ?? ''}</p>`),
  },
  {
    name: 'the names of items are written in Markdown',
    breaks: 'PAGE-09',
    story: 'Merchants wanted links in their items; the text is escaped, but link addresses are used unchanged.',
    policies: appendToPage(({ session: { order } }) => `<p>${linked(escapeHtml(order.items?.[0]?.name ?? ''))}</p>`),
  },
  {
    name: 'a filter for scripts replaces escaping',
    breaks: 'PAGE-09',
    story: 'A filter refuses any text with a script tag, so the rest is not escaped.',
    policies: {
      ...appendToPage(({ session: { order } }) => `<p>${order.items?.[0]?.name ?? ''}</p>`),
      checkoutRules: [...checkoutRules, orderHoldsNoScript],
    },
  },
  {
    name: 'the memo is put into an attribute, and only its angle brackets are escaped',
    breaks: 'PAGE-09',
    story: 'The function escapes the start of a tag; inside an attribute, a quote is enough.',
    policies: appendToPage(({ session: { order } }) => {
      const memo = (order.memo ?? '').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      return `<p title="${memo}">Note of the shop</p>`
    }),
  },
  {
    name: 'the id of an order is put into the page as it is',
    breaks: 'PAGE-09',
    story: 'Ids were assumed to be letters and digits, so they are not escaped.',
    policies: appendToPage(({ session: { order } }) => `<p>Order ${order.id}</p>`),
  },
  {
    name: 'the reference of an order is put into the page as it is',
    breaks: 'PAGE-09',
    story: 'The reference is for support, and was added to the footer by hand.',
    policies: appendToPage(({ session: { order } }) => `<p>Reference: ${order.reference ?? 'none'}</p>`),
  },
  {
    name: 'the way back stands between single quotes',
    breaks: 'PAGE-09',
    story: 'The function escapes for double quotes; an address has none of these, but may have single ones.',
    policies: appendToPage(
      ({ session: { urls } }) =>
        `<p><a rel='help' href='${escapeHtml(urls.cancelled).replaceAll('&#39;', "'")}'>Help</a></p>`,
    ),
  },
  {
    name: 'the id of an item is put into an attribute as it is',
    breaks: 'PAGE-09',
    story: 'A script of the page finds its rows by data-item, and ids are those of the catalogue.',
    policies: appendToPage(({ session: { order } }) => `<p data-item="${order.items?.[0]?.id ?? ''}"></p>`),
  },
  {
    name: 'the name in the metadata of a merchant is put into the page as it is',
    breaks: 'PAGE-09',
    story: 'The name was vetted at registration, but has been read from the metadata since.',
    policies: {
      callerKey: async (ocid, service) => {
        const address = service.directory.metadataAddresses.get(ocid)
        const text = address && (await fetchDocument(service.ports, address).catch(() => undefined))
        if (text) names.set(ocid, String(changeMember(parseStrict(text), 'name', name => name ?? '').name))
        return gatewayPolicies.callerKey(ocid, service)
      },
      ...appendToPage(({ session }) => `<p>${names.get(session.merchant) ?? ''}</p>`),
    },
  },
  {
    name: 'the order is put into a script as JSON',
    breaks: 'PAGE-09',
    story: 'JSON.stringify() was expected to escape everything, but leaves </script> alone.',
    policies: appendToPage(({ session: { order } }) => `<script>window.order = ${JSON.stringify(order)}</script>`),
  },
  {
    name: 'any port of any site may frame the page',
    breaks: 'PAGE-10',
    story: 'A tester has a shop on another port, which the port wildcard was meant for.',
    policies: {
      pageHeaders: {
        ...pageHeaders,
        'content-security-policy': (pageHeaders['content-security-policy'] ?? '').replace(
          "frame-ancestors 'none'",
          'frame-ancestors http://*:* https://*:*',
        ),
      },
    },
  },
  {
    name: 'an unknown session shows the page of another one',
    breaks: 'PAGE-10',
    story: 'The session is kept in a module variable between two requests.',
    policies: { currentSession: fallBackToLastSession() },
  },
  {
    name: 'the page may be framed',
    breaks: 'PAGE-10',
    story: 'The proxy sets the headers, and this host was forgotten.',
    policies: omitHeaders('content-security-policy', 'x-frame-options'),
  },
  {
    name: 'the page is cached for a minute',
    breaks: 'PAGE-10',
    story: 'The default of the content delivery network.',
    policies: { pageHeaders: { ...pageHeaders, 'cache-control': 'public, max-age=60' } },
  },
  {
    name: 'the page expires after a minute, by a clock that is behind',
    breaks: 'PAGE-10',
    story: 'The default of the content delivery network. The machine was suspended.',
    ...clockAhead(-240_000, 60_000),
  },
  {
    name: 'a GET pays',
    breaks: 'PAGE-10',
    story: 'Parameters are read from anywhere, and the route accepts any method.',
    prepare: acceptGetSubmissions,
  },
  {
    name: "another site's form pays",
    breaks: 'PAGE-10',
    story: 'The token is in the form, and nothing compares it.',
    policies: { isFromPage: () => true },
  },
  {
    name: 'a cookie without SameSite is enough',
    breaks: 'PAGE-10',
    story: 'A talk said that browsers default to Lax. They do not in the first two minutes, and not all of them do.',
    policies: { isFromPage: ({ headers }) => (headers.cookie ?? '').includes('oc_page') },
    prepare: omitSameSite,
  },
  {
    name: 'one token is good for every page and every browser',
    breaks: 'PAGE-10',
    story: 'The token is compared with a constant drawn at start-up.',
    policies: {
      checkoutPage: view => gatewayPolicies.checkoutPage({ ...view, token: 'b6f1c3d2' }),
      isFromPage: (_request, _secret, { token }) => token === 'b6f1c3d2',
    },
  },
  {
    name: 'a form without an option that is known crashes the page',
    breaks: 'FMT-07',
    story: 'options.find(…).id: the page offers no other option.',
    ports: { reportBug: () => undefined },
    prepare: requireKnownOption,
  },
]
