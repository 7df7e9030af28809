import type { FastifyInstance } from 'fastify'
import { isObject, parseStrict } from '../../../protocol/json.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { fetchDocument } from '../../../reference/service/guarded-client.ts'
import { pageHeaders } from '../../../reference/service/page.ts'
import type { Variant } from '../variant.ts'
import { changePage, replaceHeaders } from './support/forms.ts'

/** Serves icons of requesters at the provider itself. */
const serveIcons = (server: FastifyInstance): void => {
  server.get('/icons/:ocid', async (_request, reply) => reply.type('image/png').send(Buffer.of(0x89, 0x50, 0x4e, 0x47)))
}

/** Tells whether a request comes from our own pages, as every modern browser says. */
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
      ...changePage(page => page.replace(/<img src="[^"]*"/, '<img src="/icons/7001"')),
      ...replaceHeaders({
        'content-security-policy': "default-src 'self'; frame-ancestors 'self'",
        'cache-control': 'private, no-cache',
      }),
    },
    prepare: serveIcons,
  },
  {
    name: 'the icon is a copy of another address',
    story: 'An image proxy signs what it may fetch, as on code hosts.',
    policies: {
      ...changePage(page =>
        page.replace(/<img src="([^"]*)"/, (_whole, icon: string) => {
          const named = Buffer.from(icon).toString('hex')
          return `<img src="https://images.kyc.example/5d1f3c1e/${named}"`
        }),
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
    story: 'The page has two pictures, one of which is always the same.',
    policies: {
      ...changePage(page => page.replace('<main>', '<img src="/logo.svg" alt="KYC Example"><main>')),
      ...replaceHeaders({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
  },
  {
    name: 'a cookie of the browser is enough',
    story: 'SameSite keeps it from requests of other sites.',
    policies: {
      isFromPage: ({ headers }) => (headers.cookie ?? '').includes('oc_page_'),
      ...changePage(page => page.replace(/<input type="hidden" name="token"[^>]*>/, '')),
    },
  },
  {
    name: 'the icon is written into the page',
    story: 'The page loads in one response.',
    policies: {
      ...changePage(page => page.replace(/<img src="[^"]*"/, '<img src="data:image/png;base64,iVBORw0KGgo="')),
      ...replaceHeaders({
        'content-security-policy':
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      }),
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
    story: 'The address is escaped, and a browser runs nothing in a picture.',
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
    name: 'browsers say where a form comes from',
    story: 'Origin and Sec-Fetch-Site replace token and cookie.',
    policies: {
      isFromPage: isSameOrigin,
      ...changePage(page => page.replace(/<input type="hidden" name="token"[^>]*>/, '')),
    },
  },
  {
    name: 'the icon of the requester is not shown where there is none, nor a letter in its place',
    story: 'An empty space misleads nobody.',
    policies: changePage(page =>
      page.replaceAll(/<span class="mark" aria-hidden="true">.<\/span>/gu, '').replaceAll(/ data-initial="[^"]*"/g, ''),
    ),
  },
  {
    name: 'the referrer is told',
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
