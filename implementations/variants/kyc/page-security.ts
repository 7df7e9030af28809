import type { FastifyInstance } from 'fastify'
import { isObject, parseStrict } from '../../../protocol/json/json.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { fetchDocument } from '../../../reference/service/guarded-client.ts'
import { pageHeaders } from '../../../reference/service/page.ts'
import { clockAhead } from '../../support/clocks.ts'
import { earlyCookie } from '../../support/early-cookie.ts'
import type { Variant } from '../variant.ts'
import { changePage, replaceHeaders } from './support/forms.ts'

/** Serves requesters' icons from the provider itself, under their addresses in hexadecimal; fetches each on demand. */
const serveIcons = (server: FastifyInstance): void => {
  server.get<{ Params: { icon: string } }>('/icons/:icon', async ({ params }, reply) => {
    const answer = await fetch(Buffer.from(params.icon, 'hex').toString())
    return reply.type('image/png').send(Buffer.from(await answer.arrayBuffer()))
  })
}

/** Redirects a browser with an open page to the icon on it. */
const leadToIcons = (server: FastifyInstance): void => {
  server.get<{ Params: { icon: string } }>('/icons/:icon', async ({ params, headers }, reply) =>
    headers.cookie === undefined
      ? reply.code(403).send({ error: { code: 'UNKNOWN_BROWSER', message: 'open the page first' } })
      : reply.redirect(Buffer.from(params.icon, 'hex').toString(), 302),
  )
}

const inHex = (text: string): string => Buffer.from(text).toString('hex')

/** Shows the icon at an address of our own. */
const ownIconAddress = changePage(page =>
  page.replace(/<img src="([^"]*)"/, (_whole, icon: string) => `<img src="/icons/${inHex(icon)}"`),
)

/** Fetches the icon of a requester as soon as its metadata is read. */
const fetchIcon: KycPolicies['requesterOf'] = async (ocid, provider) => {
  const requester = await kycPolicies.requesterOf(ocid, provider)
  if (requester.icon !== undefined)
    await fetch(requester.icon).then(
      answer => answer.arrayBuffer(),
      () => undefined,
    )
  return requester
}

/** Returns whether a request was made from our own pages, judging by the headers of modern browsers. */
const isSameOrigin: KycPolicies['isFromPage'] = ({ headers }) => {
  const { origin = 'null', 'sec-fetch-site': site = 'same-origin' } = headers
  return site === 'same-origin' && (origin === 'null' || origin.endsWith(`//${headers.host}`))
}

/** Other ways to show an icon, and to protect a page from frames, caches and foreign forms: the document names none. */
export const pageSecurityVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'the icon is a copy at the provider',
    story: 'The browser does not contact a third party.',
    policies: {
      ...ownIconAddress,
      ...replaceHeaders({
        'content-security-policy': "default-src 'self'; frame-ancestors 'self'",
        'cache-control': 'private, no-cache',
      }),
    },
    prepare: serveIcons,
  },
  {
    name: 'our own address leads to the icon, for the browser that has the page',
    story: 'The page does not show where the requester keeps it.',
    policies: { ...ownIconAddress, ...replaceHeaders({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' }) },
    prepare: leadToIcons,
  },
  {
    name: 'the icon is a copy of another address',
    story: 'An image proxy signs the addresses that it may fetch, as on code hosts.',
    policies: {
      requesterOf: fetchIcon,
      ...changePage(page =>
        page.replace(
          /<img src="([^"]*)"/,
          (_whole, icon: string) => `<img src="https://images.kyc.example/5d1f3c1e/${inHex(icon)}"`,
        ),
      ),
      ...replaceHeaders({
        'content-security-policy':
          "default-src 'none'; img-src *.kyc.example; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      }),
    },
  },
  {
    name: 'our logo, and the icon of the requester beside it',
    story: 'The page has two images, one of them always the same.',
    policies: {
      ...changePage(page => page.replace('<main>', '<img src="/logo.svg" alt="KYC Example"><main>')),
      ...replaceHeaders({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
  },
  {
    name: 'a cookie of the browser is enough',
    story: 'SameSite keeps it out of requests from other sites.',
    policies: {
      isFromPage: ({ headers }) => (headers.cookie ?? '').includes('oc_page_'),
      ...changePage(page => page.replace(/<input type="hidden" name="token"[^>]*>/, '')),
    },
  },
  {
    name: 'the cookie is set on the way to the page',
    story: 'A filter in front of the pages gives each browser its cookie, and redirects.',
    ...earlyCookie,
  },
  {
    name: 'the icon is written into the page',
    story: 'The page loads in one response.',
    policies: {
      requesterOf: fetchIcon,
      ...changePage(page => page.replace(/<img src="[^"]*"/, '<img src="data:image/png;base64,iVBORw0KGgo="')),
      ...replaceHeaders({
        'content-security-policy':
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      }),
    },
  },
  {
    name: 'pictures are loaded over HTTPS only',
    story: 'All our pages share the policy. On the network every icon has an HTTPS address.',
    policies: replaceHeaders({
      'content-security-policy':
        "default-src 'none'; img-src https:; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    }),
  },
  {
    name: 'an icon without HTTPS is left out',
    story: 'A browser would warn about it on our page.',
    policies: {
      requesterOf: async (ocid, provider) => {
        const { icon, ...requester } = await kycPolicies.requesterOf(ocid, provider)
        return icon?.startsWith('https:') ? { ...requester, icon } : requester
      },
    },
  },
  {
    name: 'the icon is drawn by style',
    story: 'It is cropped to a circle.',
    policies: {
      ...changePage(page =>
        page.replace(
          /<span class="mark" aria-hidden="true"><img src="([^"]*)"[^>]*><\/span>/,
          `<span style="background-image: url('$1')"></span>`,
        ),
      ),
      ...replaceHeaders({
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-cache, private',
        pragma: 'no-cache',
        expires: '0',
      }),
    },
  },
  {
    name: 'any address may be the source of a picture',
    story: 'The address is escaped, and a browser runs nothing in an image.',
    policies: {
      requesterOf: async (ocid, provider) => {
        const requester = await kycPolicies.requesterOf(ocid, provider)
        const address = provider.directory.metadataAddresses.get(ocid) ?? ''
        const document = await fetchDocument(provider.ports, address)
          .then(parseStrict)
          .catch(() => null)
        const icon = isObject(document) && typeof document.icon === 'string' ? document.icon : ''
        return URL.canParse(icon) ? { ...requester, icon } : requester
      },
      ...replaceHeaders({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
  },
  {
    name: 'no content security policy, and the older header alone',
    story: 'The framework dates from 2012.',
    policies: replaceHeaders({
      'x-frame-options': 'DENY',
      'cache-control': 'max-age=0, must-revalidate',
      pragma: 'no-cache',
    }),
  },
  {
    name: 'the page expires at once, by a clock that is ahead',
    story: 'A clock four minutes ahead, and the one header that the old proxy knows.',
    ...clockAhead(240_000, 0),
  },
  {
    name: 'browsers say where a form comes from',
    story: 'Origin and Sec-Fetch-Site replace token and cookie.',
    policies: {
      isFromPage: isSameOrigin,
      ...changePage(page => page.replace(/<input type="hidden" name="token"[^>]*>/, '')),
    },
  },
  {
    name: 'without an icon of the requester nothing is shown for it',
    story: 'An empty space misleads no one.',
    policies: changePage(page =>
      page.replaceAll(/<span class="mark" aria-hidden="true">.<\/span>/gu, '').replaceAll(/ data-initial="[^"]*"/g, ''),
    ),
  },
  {
    name: 'the referrer is sent',
    story: 'Without a policy, browsers send Origin and Referer.',
    policies: {
      pageHeaders: () => {
        const { 'referrer-policy': _none, ...headers } = pageHeaders
        return {
          ...headers,
          'content-security-policy': "default-src 'none'; img-src http: https:; frame-ancestors 'none'",
        }
      },
    },
  },
]
