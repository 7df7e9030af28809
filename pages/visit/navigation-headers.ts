import { type CookieJar, getPublicSuffix } from 'tough-cookie'
import { type HttpResponse, header } from '../../harness/http/response.ts'
import type { Submission } from '../../harness/submission.ts'
import { entryOf } from '../../protocol/json/any-json.ts'
import { type CheerioAPI, oncePerDocument } from '../document/dom.ts'
import type { PageVisit } from './page-visit.ts'

/** A submission, and the page that sends it; without `from`, the address was typed in. */
export type NavigationRequest = { submission: Submission; from?: PageVisit | undefined }

type Options = { cookieJar: CookieJar; url: string; contentType: string | undefined }

const browserHeaders: readonly [string, string][] = [
  ['user-agent', 'Mozilla/5.0 (compatible; oc-conformance)'],
  ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['accept-language', 'en'],
  ['upgrade-insecure-requests', '1'],
]

/** Returns the headers of a browser that visits an address for the first time, without cookies. */
export const firstVisitHeaders = ({ href }: URL): [string, string][] => [
  ...browserHeaders,
  ...(isTrustworthy(href) ? fetchMetadata('none') : []),
]

/** Returns the headers that browsers send with a navigation. */
export const navigationHeaders = async (
  { submission, from }: NavigationRequest,
  { cookieJar, url, contentType }: Options,
): Promise<[string, string][]> => {
  const site = fetchSiteOf({ submission, from }, url)
  const sameSiteContext = site !== 'cross-site' ? 'strict' : submission.method === 'GET' ? 'lax' : 'none'
  const cookies = await cookieJar.getCookieString(url, { sameSiteContext })
  const headers: [string, string | undefined][] = [
    ...browserHeaders,
    ...(isTrustworthy(url) ? fetchMetadata(site) : []),
    ['origin', submission.method === 'GET' ? undefined : originOf(submission, from)],
    ['referer', submission.forged ? undefined : refererOf(from, url)],
    ['cookie', cookies || undefined],
    ['content-type', contentType],
  ]
  return headers.filter((header): header is [string, string] => header[1] !== undefined)
}

const fetchMetadata = (site: string): [string, string][] => [
  ['sec-fetch-dest', 'document'],
  ['sec-fetch-mode', 'navigate'],
  ['sec-fetch-site', site],
  ['sec-fetch-user', '?1'],
]

/**
 * Returns the Fetch metadata headers of a request. `kind`: the resource type in the browser's protocol; `from`: the requesting document,
 * absent if the address was typed in.
 */
export const fetchMetadataOf = (kind: string, from: string | undefined, url: string): [string, string][] => {
  if (!isTrustworthy(url)) return []
  const site = siteBetween(from, url)
  if (kind === 'Document') return fetchMetadata(site)
  const isScripted = kind === 'XHR' || kind === 'Fetch'
  return [
    ['sec-fetch-dest', isScripted ? 'empty' : (entryOf(destinations, kind) ?? 'empty')],
    ['sec-fetch-mode', isScripted || kind === 'Font' ? 'cors' : 'no-cors'],
    ['sec-fetch-site', site],
  ]
}

const destinations: Readonly<Record<string, string>> = {
  Stylesheet: 'style',
  Image: 'image',
  Font: 'font',
  Script: 'script',
}

const isTrustworthy = (url: string): boolean =>
  url.startsWith('https:') || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

const fetchSiteOf = ({ submission, from }: NavigationRequest, url: string): string => {
  if (submission.forged) return 'cross-site'
  return siteBetween(from?.url, url)
}

const siteBetween = (from: string | undefined, url: string): string => {
  if (from === undefined) return 'none'
  const [source, target] = [new URL(from), new URL(url)]
  if (source.origin === target.origin) return 'same-origin'
  return siteOf(source) === siteOf(target) ? 'same-site' : 'cross-site'
}

/** Returns the site of an address: the scheme and the registrable domain, without the port. */
const siteOf = ({ protocol, hostname }: URL): string => {
  const domain = /^[\d.]+$|^\[|^[^.]+$/.test(hostname)
    ? undefined
    : getPublicSuffix(hostname, { allowSpecialUseDomain: true, ignoreError: true })
  return `${protocol}//${domain ?? hostname}`
}

/** The origin of the site that forged forms come from. */
const foreignOrigin = 'https://elsewhere.example'

const referrerPolicyOf = ({ $, response }: { $: CheerioAPI; response: HttpResponse }): string => {
  const policies = header(response, 'referrer-policy') ?? metaPolicyOf($)
  return policies.split(',').at(-1)?.trim().toLowerCase() ?? ''
}

const metaPolicyOf = oncePerDocument($ => $('meta[name="referrer" i]').last().attr('content') ?? '')

const originOf = (submission: Submission, from: PageVisit | undefined): string => {
  if (submission.forged) return foreignOrigin
  // Fetch, "append a request Origin header": the policy no-referrer also hides the origin of a navigation.
  return from === undefined || referrerPolicyOf(from) === 'no-referrer' ? 'null' : new URL(from.url).origin
}

const refererOf = (from: PageVisit | undefined, url: string): string | undefined => {
  if (from === undefined) return undefined
  const policy = referrerPolicyOf(from)
  const { origin, href, hash } = new URL(from.url)
  const isSameOrigin = origin === new URL(url).origin
  if (policy === 'no-referrer' || (policy === 'same-origin' && !isSameOrigin)) return undefined
  const sendsPath = isSameOrigin ? !['origin', 'strict-origin'].includes(policy) : policy === 'unsafe-url'
  return sendsPath ? href.slice(0, href.length - hash.length) : `${origin}/`
}
