import { CookieJar } from 'tough-cookie'
import { navigationLimits, tooManyRedirects } from '../../harness/http/limits.ts'
import { type HttpResponse, header } from '../../harness/http/response.ts'
import { blocked } from '../../harness/outcome.ts'
import type { AccessibilityFinding, PageSender } from '../../harness/pages.ts'
import { pause } from '../../harness/pause.ts'
import type { Submission } from '../../harness/submission.ts'
import { baseOf, resolve } from '../document/dom.ts'
import { pageText } from '../document/page-text.ts'
import { addressOf, bodyOf, urlencoded } from '../document/submission.ts'
import { readPage } from '../reading/read-page.ts'
import { type NavigationRequest, navigationHeaders } from './navigation-headers.ts'
import type { PageVisit } from './page-visit.ts'

/** Where a navigation ended: at a page of the target, or at an address beyond its pages. */
export type NavigationResult = {
  /** The address beyond the target's pages; never fetched. */
  redirectedTo?: string
  /** Status of that redirect; that of the page if the page refreshes to it; absent if a link or form leads to it. */
  redirectStatus?: number
  visit?: PageVisit
  responses: HttpResponse[]
  /** What a click sent, if it is another submission than the planned one. */
  sent?: Submission
  /** What the page asked in a dialog, which was answered with “OK”. */
  asked?: string
  /** The control stayed disabled, so that nothing was pressed. */
  isUnpressed?: true
}

/** How a browser without scripts fetches pages. */
export type BrowserOptions = {
  send: PageSender['send']
  signal?: AbortSignal | undefined
  /** Returns whether an address is beyond the target's pages. */
  isBeyond: (url: URL) => boolean
  /** What all pages of a run have in common. */
  run?: object | undefined
  /** Its cookies; by default it has none yet. */
  cookieJar?: CookieJar
}

/** What opens pages, and clicks on them. */
export type Browser = {
  open(url: string): Promise<NavigationResult>
  /** Makes a click; `change` changes what it sends. */
  submit(
    submission: Submission,
    from: PageVisit,
    change?: (submission: Submission) => Submission,
  ): Promise<NavigationResult>
  /** Makes a click twice, as in a double click. Absent for a browser without script. */
  doubleClick?(submission: Submission, from: PageVisit): Promise<NavigationResult>
  /**
   * Returns what a script has made of a page since it was read; `undefined` if it stays as it is for a moment, or is not shown any more.
   * Absent for a browser without script.
   */
  look?(visit: PageVisit): Promise<PageVisit | undefined>
  /** Returns what axe-core finds of a page; `undefined` if it is not shown any more. Absent for a browser without script. */
  inspect?(visit: PageVisit): Promise<AccessibilityFinding[] | undefined>
}

/** Times in a row that a page leads on by itself, without a redirect. */
const mostRefreshes = 6

/** Seconds that a page may take to refresh itself. */
const longestRefresh = 5

/** Characters of a refresh that are read. */
const mostCharacters = 4_096

/** Which addresses the pages of a target may lead to, and have. */
export type PageScope = {
  /** Returns whether a page at this address is beyond the target's pages: it is never fetched. */
  isBeyond: (url: URL) => boolean
  /** Returns whether something that a page consists of may be fetched from this address. */
  isOwn: (url: URL) => boolean
  /** What all pages of a run have in common: reading them has one budget. */
  run?: object | undefined
}

/** Opens a browser whose pages stay within a scope. */
export type Browse = (scope: PageScope) => Browser

/** Returns what opens browsers without script for a check. */
export const withoutScript =
  ({ send, signal }: PageSender): Browse =>
  ({ isBeyond, run }) =>
    createBrowser({ send, signal, isBeyond, run })

const same = (submission: Submission) => submission

/** Creates a browser without script: it keeps cookies, follows redirects and sends the headers of navigations. */
export const createBrowser = (options: BrowserOptions): Browser => {
  const { cookieJar = new CookieJar(undefined, { rejectPublicSuffixes: false }) } = options
  const navigate = (navigation: NavigationRequest) => followRedirects(navigation, cookieJar, options)
  return {
    open: url => navigate({ submission: { method: 'GET', url, fields: [], enctype: urlencoded } }),
    submit: async (planned, from, change = same) => {
      const submission = change(planned)
      const url = addressOf(submission)
      if (options.isBeyond(new URL(url))) return { redirectedTo: url, responses: [], sent: submission }
      return { ...(await navigate({ submission, from })), sent: submission }
    },
  }
}

const followRedirects = async (
  navigation: NavigationRequest,
  cookieJar: CookieJar,
  options: BrowserOptions,
): Promise<NavigationResult> => {
  const responses: HttpResponse[] = []
  let { submission } = navigation
  let refreshes = 0
  for (let redirects = 0; ; redirects++) {
    const response = await sendNavigation({ ...navigation, submission }, cookieJar, options)
    responses.push(response)
    const url = addressOf(submission)
    // What comes with a redirect is not shown.
    const location = locationOf(url, response, submission)
    const visit = location === undefined ? await visitOf(url, response, options) : undefined
    const redirect = location ?? (visit && refreshOf(visit, submission))
    const isRefresh = redirect?.isRefresh === true
    if (redirect === undefined || (isRefresh && ++refreshes > mostRefreshes))
      return { ...(visit ? { visit } : {}), responses }
    if (redirects === navigationLimits.redirects.most) blocked(tooManyRedirects(submission.url))
    if (options.isBeyond(new URL(redirect.submission.url))) {
      return { redirectedTo: redirect.submission.url, redirectStatus: response.status, responses }
    }
    await pause(redirect.seconds * 1000, options.signal)
    submission = redirect.submission
  }
}

const sendNavigation = async (
  navigation: NavigationRequest,
  cookieJar: CookieJar,
  { send }: BrowserOptions,
): Promise<HttpResponse> => {
  const { submission } = navigation
  const url = addressOf(submission)
  const encoded = await bodyOf(submission)
  const { origin, pathname, search } = new URL(url)
  const response = await send({
    method: submission.method,
    origin,
    path: pathname + search,
    headers: await navigationHeaders(navigation, { cookieJar, url, contentType: encoded?.contentType }),
    ...(encoded === undefined ? {} : { body: encoded.body }),
  })
  if (!submission.forged) await keepCookies(cookieJar, response)
  return response
}

const visitOf = async (url: string, response: HttpResponse, { run }: BrowserOptions): Promise<PageVisit> => {
  const { $, isCut } = await readPage({ text: isPage(response) ? pageText(response) : '' }, { url, run })
  return { url, response, $, isCut: response.truncated || isCut }
}

const isPage = (response: HttpResponse) => /html|xml|^$/.test((header(response, 'content-type') ?? '').toLowerCase())

const keepCookies = async (cookieJar: CookieJar, response: HttpResponse): Promise<void> => {
  for (const [name, value] of response.headers) {
    // Browsers drop a cookie for every site that does not insist on TLS.
    const isDropped = /;\s*samesite\s*=\s*none/i.test(value) && !/;\s*secure\s*(?:;|$)/i.test(value)
    if (name.toLowerCase() === 'set-cookie' && !isDropped)
      await cookieJar.setCookie(value, response.url, { ignoreError: true })
  }
}

type Redirect = { submission: Submission; seconds: number; isRefresh?: true }

/** Returns where the status and the headers of a response send the browser. */
const locationOf = (from: string, response: HttpResponse, sent: Submission): Redirect | undefined => {
  const location = header(response, 'location')
  const { status } = response
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  const url = resolve(location, from)
  return url === undefined ? undefined : { submission: redirected(sent, { status, url }), seconds: 0 }
}

const redirected = (sent: Submission, { status, url }: { status: number; url: string }): Submission =>
  status === 307 || status === 308
    ? { ...sent, url, ...(sent.method === 'GET' ? { fields: [] } : {}) }
    : { ...sent, method: 'GET', url, fields: [] }

/** Returns whether a page leads on by itself, without a click. */
export const isRefreshing = (visit: PageVisit): boolean =>
  refreshOf(visit, { method: 'GET', url: visit.url, fields: [], enctype: urlencoded }) !== undefined

/** Returns when and where a refresh leads, as the HTML standard reads it: quotes around the address end it, others are part of it. */
const refreshIn = (text: string): { seconds: number; address: string } | undefined => {
  const [, digits, rest = ''] = /^\s*(\d{1,6})[\d.]*(?:[\s;,]\s*[;,]?\s*(.*))?$/s.exec(text) ?? []
  if (digits === undefined) return undefined
  const address = rest.replace(/^url\s*=\s*/i, '')
  const quoted = /^(["'])(.*?)(?:\1|$)/s.exec(address)
  return { seconds: Number(digits), address: (quoted?.[2] ?? address).trim() }
}

/** Returns after how many seconds and where a page leads by itself; undefined if it stays. */
export const refreshOfPage = ({
  $,
  url,
  response,
}: Pick<PageVisit, '$' | 'url' | 'response'>): { seconds: number; address: string } | undefined => {
  const meta = $('meta[http-equiv="refresh" i]').first().attr('content')
  const told = refreshIn((header(response, 'refresh') ?? meta ?? '').slice(0, mostCharacters))
  const address = told?.address === '' ? url : told && resolve(told.address, baseOf($, url))
  return told === undefined || address === undefined ? undefined : { seconds: told.seconds, address }
}

const refreshOf = (visit: PageVisit, sent: Submission): Redirect | undefined => {
  const told = refreshOfPage(visit)
  if (told === undefined) return undefined
  const { seconds, address } = told
  // A page that reloads itself is there to be used if it has a form; without one it waits for something.
  if (seconds > longestRefresh || (address === visit.url && visit.$('form').length > 0)) return undefined
  return { submission: { ...sent, method: 'GET', url: address, fields: [] }, seconds, isRefresh: true }
}
