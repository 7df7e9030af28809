import { Refusal } from '../../../../protocol/errors.ts'
import { isObject, parseStrict } from '../../../../protocol/json/json.ts'
import { consentHeaders } from '../../../../reference/kyc/consent/markup.ts'
import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { refuseInTen } from '../../../../reference/kyc/errors.ts'
import { grantRules, grantsAreKnown, valueIn } from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { fetchDocument } from '../../../../reference/service/guarded-client.ts'
import { escapeHtml } from '../../../../reference/service/html.ts'
import { replace } from '../../../support/changes.ts'
import { clockAhead } from '../../../support/clocks.ts'
import { earlyCookie } from '../../../support/early-cookie.ts'
import type { Mutant } from '../../mutant.ts'
import { omitSameSite } from '../../support/server-hooks.ts'
import { changePage, metadataAddress, sendCookiesFromAnySite } from '../support/consent.ts'

/** Shows the icon of the metadata if `isAllowed` accepts it. */
const acceptIcons =
  (isAllowed: (icon: string) => boolean): KycPolicies['requesterOf'] =>
  async (ocid, provider) => {
    const { icon: _icon, ...requester } = await kycPolicies.requesterOf(ocid, provider)
    const document = await fetchDocument(provider.ports, metadataAddress(ocid, provider))
      .then(parseStrict)
      .catch(() => null)
    const icon = isObject(document) && typeof document.icon === 'string' ? document.icon : ''
    return isAllowed(icon) ? { ...requester, icon } : requester
  }

/** Inserts a string into the page without escaping it. */
const insertRaw = (page: string, text: string | undefined): string =>
  text ? page.replaceAll(escapeHtml(text), text) : page

const changeHeaders =
  (changes: Readonly<Record<string, string>>): KycPolicies['pageHeaders'] =>
  requester => {
    const headers = { ...consentHeaders(requester), ...changes }
    return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  }

const isQuoted = (details: unknown): boolean => isObject(details) && 'quoted' in details

/** Faults by which a stranger abuses the consent page (CONSENT-05, CONSENT-06). */
export const consentSecurityMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the text of the icon is the unescaped name of the requester',
    breaks: 'CONSENT-05',
    story: 'alt="{{{name}}}": it was escaped everywhere else.',
    policies: changePage((page, { requester: { name = '' } }) => page.replace('alt=""', () => `alt="${name}"`)),
  },
  {
    name: 'the title of the page has the unescaped beginning of the name of the requester',
    breaks: 'CONSENT-05',
    story: 'The title came with the last redesign, cut to the width of a tab.',
    policies: changePage((page, { requester: { name = '' } }) =>
      page.replace('<title>', () => `<title>${name.slice(0, 60)} – `),
    ),
  },
  {
    name: 'the name of the requester is written unescaped',
    breaks: 'CONSENT-05',
    story: 'The name is signed, so it was trusted.',
    policies: changePage((page, { requester }) => insertRaw(page, requester.name)),
  },
  {
    name: 'the address of the icon is written in lower case',
    breaks: 'CONSENT-01',
    story: 'Addresses are stored in normal form, and the form for hosts was used for whole addresses.',
    policies: changePage((page, { requester: { icon = '' } }) =>
      icon === '' ? page : page.replace(escapeHtml(icon), () => escapeHtml(icon.toLowerCase())),
    ),
  },
  {
    name: 'the address of the icon lacks its query',
    breaks: 'CONSENT-01',
    story: 'Anything after a question mark was mistaken for a tracker.',
    policies: changePage((page, { requester: { icon = '' } }) =>
      icon === '' ? page : page.replace(escapeHtml(icon), () => escapeHtml(icon.split('?')[0] ?? '')),
    ),
  },
  {
    name: 'the address of the icon stands between single quotes',
    breaks: 'CONSENT-05',
    story: 'The address was parsed, so it was considered harmless; but it may contain single quotes.',
    policies: changePage((page, { requester: { icon = '' } }) =>
      icon === '' ? page : page.replace(`"${escapeHtml(icon)}"`, () => `'${icon}'`),
    ),
  },
  {
    name: 'the state is shown for the support',
    breaks: 'CONSENT-05',
    story: 'Support wanted a number to ask for on the phone, and chose the state.',
    policies: changePage((page, { grantRequest }) =>
      page.replace('</main>', () => `<p class="fine">Case ${grantRequest.state ?? ''}</p></main>`),
    ),
  },
  {
    name: 'an unknown permission is quoted',
    breaks: 'CONSENT-05',
    alsoBreaks: ['ERR-01'],
    story: 'The error quotes the wrong value, for people who read it in a browser.',
    policies: {
      grantRules: replace(grantRules, grantsAreKnown, grantQuery => {
        const quoted = valueIn(grantQuery.query, 'grants')
        const refusal = grantsAreKnown(grantQuery)
        if (refusal === undefined || quoted === '') return refusal
        return new Refusal('INVALID_GRANT', 400, `${quoted} is unknown.`, { quoted })
      }),
      refuse: (refusal, operation) => ({
        ...refuseInTen(refusal, operation),
        ...(isQuoted(refusal.details) ? { type: 'text/html; charset=utf-8' } : {}),
      }),
      encode: body =>
        isObject(body.error) && isQuoted(body.error.details)
          ? `<p>${body.error.message}</p>`
          : kycPolicies.encode(body),
    },
  },
  {
    name: 'the icon leads to its own address',
    breaks: 'CONSENT-05',
    story: "A click enlarges the image. The icon's URL is escaped, which seemed enough.",
    policies: {
      requesterOf: acceptIcons(icon => URL.canParse(icon)),
      ...changePage(page => page.replace(/<img src="([^"]*)"[^>]*>/, '<a href="$1">$&</a>')),
    },
  },
  {
    name: 'the callback address is shown unescaped',
    breaks: 'CONSENT-05',
    story: 'It was parsed as a URL, so it was considered clean.',
    policies: changePage((page, { grantRequest }) =>
      page.replace('</main>', () => `<p class="fine">You return to ${grantRequest.callbackUrl}</p></main>`),
    ),
  },
  {
    name: 'the address of the icon is written unescaped',
    breaks: 'CONSENT-05',
    story: 'It is a URL, not text, so the template inserts it raw.',
    policies: {
      requesterOf: acceptIcons(icon => /^https?:/.test(icon) && URL.canParse(icon)),
      ...changePage((page, { requester }) => insertRaw(page, requester.icon)),
    },
  },
  {
    name: 'any site may frame the page',
    breaks: 'CONSENT-06',
    story: 'A shop wanted to show the page in a dialog.',
    policies: {
      pageHeaders: changeHeaders({
        'x-frame-options': '',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src *",
      }),
    },
  },
  {
    name: 'any port of any site may frame the consent page',
    breaks: 'CONSENT-06',
    story: 'A partner has its portal on another port, which the port wildcard was meant for.',
    policies: {
      pageHeaders: requester => {
        const headers = consentHeaders(requester)
        const policy = headers['content-security-policy'] ?? ''
        const open = policy.replace("frame-ancestors 'none'", 'frame-ancestors http://*:* https://*:*')
        return { ...headers, 'content-security-policy': open }
      },
    },
  },
  {
    name: 'the page is kept for a minute',
    breaks: 'CONSENT-06',
    story: 'The proxy adds a max-age to everything that lacks one.',
    policies: { pageHeaders: changeHeaders({ 'cache-control': 'max-age=60' }) },
  },
  {
    name: 'the page expires after a minute, by a clock that is behind',
    breaks: 'CONSENT-06',
    story: 'The proxy adds an expiry to everything without cache headers. The machine was suspended.',
    ...clockAhead(-240_000, 60_000),
  },
  {
    name: 'the cookie of the page goes along from any site',
    breaks: 'CONSENT-06',
    story: 'The cookie replaced the token, and SameSite=None once let shops show the page in a frame.',
    policies: {
      isFromPage: ({ headers }) => (headers.cookie ?? '').includes('oc_page_'),
      ...changePage(page => page.replace(/<input type="hidden" name="token"[^>]*>/, '')),
    },
    prepare: sendCookiesFromAnySite,
  },
  {
    name: 'a cookie without SameSite is enough',
    breaks: 'CONSENT-06',
    story: 'A talk said that browsers default to Lax. They do not in the first two minutes, and not all of them do.',
    policies: {
      isFromPage: ({ headers }) => (headers.cookie ?? '').includes('oc_page_'),
      ...changePage(page => page.replace(/<input type="hidden" name="token"[^>]*>/, '')),
    },
    prepare: omitSameSite,
  },
  {
    name: 'submissions may come from anywhere',
    breaks: 'CONSENT-06',
    story: 'The token is in the form, and nothing compares it.',
    policies: { isFromPage: () => true },
  },
  {
    name: 'the cookie of the redirect is not compared',
    breaks: 'CONSENT-06',
    story: 'The cookie is set with the redirect to the page, and nothing compares it.',
    prepare: earlyCookie.prepare,
    policies: { ...earlyCookie.policies, isFromPage: () => true },
  },
]
