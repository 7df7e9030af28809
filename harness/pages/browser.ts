import { CookieJar } from 'tough-cookie'
import { type HttpResponse, header } from '../http/response.ts'
import type { Target } from '../http/target.ts'
import { pause } from '../pause.ts'
import { baseOf, type CheerioAPI, parseDocument, resolve } from './dom.ts'
import { addressOf, bodyOf, type Document, type Submission } from './forms.ts'

/** A page that a browser shows. */
export type Visit = Document & { response: HttpResponse }

/** What somebody else's site makes the customer's browser send: no cookies, a foreign origin. */
export type Forgery = Submission & { forged?: true }

/** Where a navigation led. */
export type Arrived = {
  /** The address that left the target's pages: never fetched. */
  redirectedTo?: string
  /** Status of that redirect (that of the page where it says so itself); absent where a link or form led there. */
  redirectStatus?: number
  visit?: Visit
  responses: HttpResponse[]
}

export type BrowserOptions = {
  send: Target['send']
  signal?: AbortSignal | undefined
  /** Whether an address lies beyond the target's pages. */
  isEnd: (url: URL) => boolean
}

/** A browser without script: cookies, redirects, the headers of navigations. */
export type Browser = {
  open(url: string): Promise<Arrived>
  submit(submission: Forgery, from: Visit): Promise<Arrived>
}

type Navigation = { submission: Forgery; from?: Visit | undefined }

/** Redirects that are followed one after another. */
const mostHops = 6

/** Longest time, in seconds, for which a page that refreshes itself is waited for. */
const longestRefresh = 5

export const createBrowser = (options: BrowserOptions): Browser => {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false })
  const send = async (navigation: Navigation): Promise<HttpResponse> => {
    const url = addressOf(navigation.submission)
    const encoded = await bodyOf(navigation.submission)
    const { origin, pathname, search } = new URL(url)
    const headers = await headersOf(navigation, { jar, url, contentType: encoded?.contentType })
    const { method } = navigation.submission
    const response = await options.send({
      method,
      origin,
      path: pathname + search,
      headers,
      ...(encoded === undefined ? {} : { body: encoded.body }),
    })
    if (!navigation.submission.forged) await keepCookies(jar, response)
    return response
  }
  const go = async (navigation: Navigation): Promise<Arrived> => {
    const responses: HttpResponse[] = []
    let next: Navigation = navigation
    for (let hop = 0; ; hop++) {
      const response = await send(next)
      responses.push(response)
      const url = addressOf(next.submission)
      const visit = { url, response, $: parseDocument(isPage(response) ? pageText(response) : '') }
      const leads = hop < mostHops ? leadsOn(visit, next.submission) : undefined
      if (leads === undefined) return { visit, responses }
      if (options.isEnd(new URL(leads.submission.url))) {
        return { redirectedTo: leads.submission.url, redirectStatus: response.status, responses }
      }
      await pause(leads.seconds * 1000, options.signal)
      next = { submission: leads.submission, ...(navigation.from ? { from: navigation.from } : {}) }
    }
  }
  const get = (url: string): Submission => ({
    method: 'GET',
    url,
    fields: [],
    enctype: 'application/x-www-form-urlencoded',
  })
  return {
    open: url => go({ submission: get(url) }),
    submit: async (submission, from) => {
      const url = addressOf(submission)
      return options.isEnd(new URL(url)) ? { redirectedTo: url, responses: [] } : go({ submission, from })
    },
  }
}

const isPage = (response: HttpResponse) => /html|xml|^$/.test((header(response, 'content-type') ?? '').toLowerCase())

/** Bytes that are not UTF-8 are read as the web's oldest pages are. */
const pageText = ({ text, bytes }: HttpResponse): string => text ?? Buffer.from(bytes).toString('latin1')

const keepCookies = async (jar: CookieJar, response: HttpResponse): Promise<void> => {
  for (const [name, value] of response.headers) {
    if (name.toLowerCase() === 'set-cookie') await jar.setCookie(value, response.url, { ignoreError: true })
  }
}

type Lead = { submission: Forgery; seconds: number }

/** Where an answer sends the browser by itself. */
const leadsOn = (visit: Visit, sent: Forgery): Lead | undefined => {
  const location = header(visit.response, 'location')
  const { status } = visit.response
  if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
    const url = resolve(location, visit.url)
    return url === undefined ? undefined : { submission: redirected(sent, { status, url }), seconds: 0 }
  }
  return refreshOf(visit, sent)
}

const redirected = (sent: Forgery, { status, url }: { status: number; url: string }): Forgery =>
  status === 307 || status === 308
    ? { ...sent, url, ...(sent.method === 'GET' ? { fields: [] } : {}) }
    : { ...sent, method: 'GET', url, fields: [] }

const refreshOf = ({ $, url, response }: Visit, sent: Forgery): Lead | undefined => {
  const meta = $('meta[http-equiv="refresh" i]').first().attr('content')
  const told = /^\s*(\d{1,6})[\d.]*\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']*)["']?\s*$/i.exec(
    (header(response, 'refresh') ?? meta ?? '').slice(0, 4_096),
  )
  const seconds = Number(told?.[1] ?? Number.POSITIVE_INFINITY)
  const to = told?.[2] ? resolve(told[2], baseOf($, url)) : url
  // A page that reloads itself with a form on it is there to be used; without one it is waiting for something.
  if (to === undefined || seconds > longestRefresh || (to === url && $('form').length > 0)) return undefined
  return { submission: { ...sent, method: 'GET', url: to, fields: [] }, seconds }
}

type Dressing = { jar: CookieJar; url: string; contentType: string | undefined }

/** The headers of a navigation as browsers send them. */
const headersOf = async (
  { submission, from }: Navigation,
  { jar, url, contentType }: Dressing,
): Promise<[string, string][]> => {
  const site = siteOf(submission, from, url)
  const sameSiteContext = site !== 'cross-site' ? 'strict' : submission.method === 'GET' ? 'lax' : 'none'
  const cookies = submission.forged ? '' : await jar.getCookieString(url, { sameSiteContext })
  const headers: [string, string | undefined][] = [
    ['user-agent', 'Mozilla/5.0 (compatible; oc-conformance)'],
    ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['accept-language', 'en'],
    ['upgrade-insecure-requests', '1'],
    ...(isTrustworthy(url) ? fetchMetadata(site) : []),
    ['origin', submission.method === 'GET' ? undefined : originOf(submission, from)],
    ['referer', submission.forged ? undefined : refererOf(from, url)],
    ['cookie', cookies || undefined],
    ['content-type', contentType],
  ]
  return headers.filter((one): one is [string, string] => one[1] !== undefined)
}

const fetchMetadata = (site: string): [string, string][] => [
  ['sec-fetch-dest', 'document'],
  ['sec-fetch-mode', 'navigate'],
  ['sec-fetch-site', site],
  ['sec-fetch-user', '?1'],
]

const isTrustworthy = (url: string): boolean =>
  url.startsWith('https:') || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

const siteOf = (submission: Forgery, from: Visit | undefined, url: string): string => {
  if (submission.forged) return 'cross-site'
  if (from === undefined) return 'none'
  return new URL(from.url).origin === new URL(url).origin ? 'same-origin' : 'cross-site'
}

/** The origin of nobody's site that sends forged forms. */
const foreignOrigin = 'https://elsewhere.example'

const policyOf = ({ $, response }: { $: CheerioAPI; response: HttpResponse }): string => {
  const told = header(response, 'referrer-policy') ?? $('meta[name="referrer" i]').last().attr('content') ?? ''
  return told.split(',').at(-1)?.trim().toLowerCase() ?? ''
}

const originOf = (submission: Forgery, from: Visit | undefined): string => {
  if (submission.forged) return foreignOrigin
  // Fetch, "append a request Origin header": under no-referrer a navigation does not tell its origin either.
  return from === undefined || policyOf(from) === 'no-referrer' ? 'null' : new URL(from.url).origin
}

const refererOf = (from: Visit | undefined, url: string): string | undefined => {
  if (from === undefined) return undefined
  const policy = policyOf(from)
  const { origin, href, hash } = new URL(from.url)
  const isOwn = origin === new URL(url).origin
  if (policy === 'no-referrer' || (policy === 'same-origin' && !isOwn)) return undefined
  const isWhole = isOwn ? !['origin', 'strict-origin'].includes(policy) : policy === 'unsafe-url'
  return isWhole ? href.slice(0, href.length - hash.length) : `${origin}/`
}
