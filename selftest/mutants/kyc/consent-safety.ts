import { Refusal } from '../../../protocol/errors.ts'
import { isObject, parseStrict } from '../../../protocol/json.ts'
import { consentHeaders } from '../../../reference/kyc/consent/markup.ts'
import type { KycProvider } from '../../../reference/kyc/contract.ts'
import { grantChecks, grantsAreKnown, valueIn } from '../../../reference/kyc/grant.ts'
import { type KycPolicies, kycPolicies, refuseInTen } from '../../../reference/kyc/policies.ts'
import { fetchDocument } from '../../../reference/service/guarded-client.ts'
import { escapeHtml } from '../../../reference/service/html.ts'
import { replaced } from '../changes.ts'
import type { Mutant } from '../mutant.ts'
import { pageWith } from './tools.ts'

// What is broken on purpose needs no report.
const quiet = { reportBug: () => {} }

const addressOf = (ocid: number, { directory }: KycProvider): string => directory.metadataAddresses.get(ocid) ?? ''

/** The requester with an icon as its metadata has it, where `isTaken` takes it. */
const withIcon =
  (isTaken: (icon: string) => boolean): KycPolicies['requesterOf'] =>
  async (ocid, provider) => {
    const { icon: _icon, ...requester } = await kycPolicies.requesterOf(ocid, provider)
    const document = await fetchDocument(provider.ports, addressOf(ocid, provider))
      .then(parseStrict)
      .catch(() => null)
    const icon = isObject(document) && typeof document.icon === 'string' ? document.icon : ''
    return isTaken(icon) ? { ...requester, icon } : requester
  }

/** A text on the page as it came. */
const unescaped = (page: string, text: string | undefined): string =>
  text ? page.replaceAll(escapeHtml(text), text) : page

const headersBut =
  (changes: Readonly<Record<string, string>>): KycPolicies['pageHeaders'] =>
  requester => {
    const headers = { ...consentHeaders(requester), ...changes }
    return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  }

/** Reads the metadata by `read` before the page is made of it. */
const readingBy =
  (read: (address: string) => Promise<unknown>): KycPolicies['requesterOf'] =>
  async (ocid, provider) => {
    await read(addressOf(ocid, provider))
    return kycPolicies.requesterOf(ocid, provider)
  }

const isQuotation = (details: unknown): boolean => isObject(details) && 'quoted' in details

/** Faults of what strangers can do by way of the consent page. */
export const consentSafetyMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the name of the requester is written as it came',
    breaks: 'CONSENT-05',
    story: 'The name is trusted, since it is signed.',
    policies: pageWith((page, { requester }) => unescaped(page, requester.name)),
  },
  {
    name: 'the state is shown for the support',
    breaks: 'CONSENT-05',
    story: 'A number to tell on the telephone was wanted, and the state was taken for one.',
    policies: pageWith((page, { asked }) =>
      page.replace('</main>', () => `<p class="fine">Case ${asked.state ?? ''}</p></main>`),
    ),
  },
  {
    name: 'an unknown permission is quoted',
    breaks: 'CONSENT-05',
    story: 'The error names what was wrong, for people who read it in a browser.',
    policies: {
      grantChecks: replaced(grantChecks, grantsAreKnown, asking => {
        const quoted = valueIn(asking.query, 'grants')
        const refusal = grantsAreKnown(asking)
        if (refusal === undefined || quoted === '') return refusal
        return new Refusal('INVALID_GRANT', 400, `Nobody knows ${quoted}.`, { quoted })
      }),
      refuse: (refusal, operation) => ({
        ...refuseInTen(refusal, operation),
        ...(isQuotation(refusal.details) ? { type: 'text/html; charset=utf-8' } : {}),
      }),
      encode: body =>
        isObject(body.error) && isQuotation(body.error.details)
          ? `<p>${body.error.message}</p>`
          : kycPolicies.encode(body),
    },
  },
  {
    name: 'any address may be an icon',
    breaks: 'CONSENT-05',
    story: 'The address of the icon is escaped, and that was taken for enough.',
    policies: { requesterOf: withIcon(icon => URL.canParse(icon)) },
  },
  {
    name: 'the address of the icon is written as it came',
    breaks: 'CONSENT-05',
    story: 'It is an address and no text, so that the template has it in a raw block.',
    policies: {
      requesterOf: withIcon(icon => /^https?:/.test(icon) && URL.canParse(icon)),
      ...pageWith((page, { requester }) => unescaped(page, requester.icon)),
    },
  },
  {
    name: 'any site may frame the page',
    breaks: 'CONSENT-06',
    story: 'A shop wanted the page in a dialog of its own.',
    policies: {
      pageHeaders: headersBut({
        'x-frame-options': '',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src *",
      }),
    },
  },
  {
    name: 'the page is kept for a minute',
    breaks: 'CONSENT-06',
    story: 'The proxy in front adds a lifetime to all that has none.',
    policies: { pageHeaders: headersBut({ 'cache-control': 'max-age=60' }) },
  },
  {
    name: 'submissions may come from anywhere',
    breaks: 'CONSENT-06',
    story: 'The token is in the form, and nobody compares it.',
    policies: { isFromPage: () => true },
  },
  {
    name: 'the page cannot do without metadata',
    breaks: 'CONSENT-07',
    story: 'await fetch(address).then(answer => answer.json()), and no catch.',
    policies: {
      requesterOf: async (ocid, provider) => {
        const document = parseStrict(await fetchDocument(provider.ports, addressOf(ocid, provider)))
        if (!isObject(document) || typeof document.name !== 'string') throw new TypeError('name is not a string')
        return kycPolicies.requesterOf(ocid, provider)
      },
    },
    ports: quiet,
  },
  {
    name: 'the metadata is read to its end',
    breaks: 'CONSENT-07',
    story: 'A document that does not parse was thought of; one without an end breaks off, and so does the page.',
    policies: { requesterOf: readingBy(address => fetch(address).then(answer => answer.text())) },
    ports: quiet,
  },
  {
    name: 'the metadata is waited for',
    breaks: 'CONSENT-07',
    story: 'Every error is caught, but no answer is none.',
    policies: {
      requesterOf: readingBy(address =>
        fetch(address)
          .then(answer => answer.text())
          .catch(() => ''),
      ),
    },
  },
]
