import { CookieJar } from 'tough-cookie'
import { navigationLimits, tooManyRedirects } from '../../harness/http/limits.ts'
import { type HttpResponse, header } from '../../harness/http/response.ts'
import { blocked } from '../../harness/outcome.ts'
import type { AccessibilityFinding, PageSender } from '../../harness/pages.ts'
import { pause } from '../../harness/pause.ts'
import type { Submission } from '../../harness/submission.ts'
import { baseOf, resolve } from '../document/dom.ts'
import { pageText, sendsUtf8 } from '../document/page-text.ts'
import { addressOf, bodyOf, urlencoded } from '../document/submission.ts'
import { readPage } from '../reading/read-page.ts'
import { type NavigationRequest, navigationHeaders } from './navigation-headers.ts'
import { obstacleOf } from './obstacles.ts'
import { describePage, type PageVisit } from './page-visit.ts'

/** Where a navigation ended: at a page of the target, or at an address outside its pages. */
export type NavigationResult = {
  /** The address outside the target's pages; never fetched. */
  redirectedTo?: string
  /** Status of that redirect, or of the page that refreshes to it; absent if a link or form leads there. */
  redirectStatus?: number
  visit?: PageVisit
  responses: HttpResponse[]
  /** The request of a click, if it differs from the planned submission. */
  sent?: Submission
  /** The question of the page in a dialog, which was answered with “OK”. */
  asked?: string
  /** Set if the control stayed disabled, so that nothing was pressed. */
  isUnpressed?: true
  /** Set if the page had been used and, when opened again, no longer has the control, so that nothing was pressed. */
  isGone?: true
}

/** How a browser without scripts fetches pages. */
export type BrowserOptions = {
  send: PageSender['send']
  signal?: AbortSignal | undefined
  /** Returns whether an address is outside the target's pages. */
  isBeyond: (url: URL) => boolean
  /** Identifies the run, whose pages share a budget. */
  run?: object | undefined
  /** Its cookies; none by default. */
  cookieJar?: CookieJar
}

/** Opens pages, and clicks on them. */
export type Browser = {
  open(url: string): Promise<NavigationResult>
  /** Clicks; `change` changes the request. */
  submit(
    submission: Submission,
    from: PageVisit,
    change?: (submission: Submission) => Submission,
  ): Promise<NavigationResult>
  /** Double-clicks. Absent for a browser without script. */
  doubleClick?(submission: Submission, from: PageVisit): Promise<NavigationResult>
  /**
   * Returns the page as changed by scripts since it was read; `undefined` if it has stopped changing, or is no longer shown. Absent for a
   * browser without script.
   */
  look?(visit: PageVisit): Promise<PageVisit | undefined>
  /** Returns the findings of axe-core for a page; `undefined` if it is no longer shown. Absent for a browser without script. */
  inspect?(visit: PageVisit): Promise<AccessibilityFinding[] | undefined>
}

/** Maximum number of consecutive refreshes without delay. */
const mostRefreshes = 6

/** Longest delay of a followed refresh, in seconds: of a page with a form, and of all pages together that only wait. */
const longest = { refresh: 5, wait: 60 }

/** Maximum number of characters of a refresh that are read. */
const mostCharacters = 4_096

/** The scope of a target's pages. */
export type PageScope = {
  /** Returns whether an address is outside the target's pages: it is never fetched. */
  isBeyond: (url: URL) => boolean
  /** Returns whether a part of a page may be fetched from an address. */
  isOwn: (url: URL) => boolean
  /** Identifies the run, whose pages share a budget. */
  run?: object | undefined
}

/** Opens a browser whose pages stay within a scope. */
export type Browse = (scope: PageScope) => Browser

/** Returns a function that opens browsers without script for a check. */
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
      expectEncodable(submission, from)
      const url = addressOf(submission)
      if (options.isBeyond(new URL(url))) return { redirectedTo: url, responses: [], sent: submission }
      return { ...(await navigate({ submission, from })), sent: submission }
    },
  }
}

/** Blocks the check if a browser would not encode the fields in UTF-8. */
const expectEncodable = ({ fields }: Submission, { $, url, response }: PageVisit): void => {
  const isAscii = fields.flat().every(text => /^[\0-\x7f]*$/.test(text))
  const isUtf8 = sendsUtf8(response) && $('form[accept-charset]:not([accept-charset="utf-8" i])').length === 0
  if (isAscii || isUtf8) return
  blocked(
    obstacleOf(
      `a form of the page ${url.slice(0, 160)} has characters beyond ASCII, and is not in UTF-8`,
      'serve the page in UTF-8, or have a browser use it (its driver: "browser")',
    ),
  )
}

const followRedirects = async (
  navigation: NavigationRequest,
  cookieJar: CookieJar,
  options: BrowserOptions,
): Promise<NavigationResult> => {
  const responses: HttpResponse[] = []
  let { submission } = navigation
  const refreshes: number[] = []
  for (let redirects = 0; ; redirects++) {
    const response = await sendNavigation({ ...navigation, submission }, cookieJar, options)
    responses.push(response)
    const url = addressOf(submission)
    // The body of a redirect is not shown.
    const location = locationOf(url, response, submission)
    const visit = location === undefined ? await visitOf(url, response, options) : undefined
    const redirect = location ?? (visit && refreshOf(visit, submission))
    if (redirect?.isRefresh) refreshes.push(redirect.seconds)
    if (redirect === undefined || isTooMuch(refreshes)) return { ...(visit ? { visit } : {}), responses }
    if (redirects === navigationLimits.redirects.most) blocked(tooManyRedirects(submission.url))
    if (options.isBeyond(new URL(redirect.submission.url))) {
      return { redirectedTo: redirect.submission.url, redirectStatus: response.status, responses }
    }
    await pause(redirect.seconds * 1000, options.signal)
    submission = redirect.submission
  }
}

const isTooMuch = (refreshes: readonly number[]): boolean =>
  refreshes.reduce((sum, seconds) => sum + seconds, 0) > longest.wait ||
  refreshes.filter(seconds => seconds === 0).length > mostRefreshes

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
    // Browsers reject a cookie for all sites (SameSite=None) without Secure.
    const isDropped = /;\s*samesite\s*=\s*none/i.test(value) && !/;\s*secure\s*(?:;|$)/i.test(value)
    if (name.toLowerCase() === 'set-cookie' && !isDropped)
      await cookieJar.setCookie(value, response.url, { ignoreError: true })
  }
}

type Redirect = { submission: Submission; seconds: number; isRefresh?: true }

/** Returns the redirect in the status and headers of a response. */
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

/** Returns whether a page refreshes on its own. */
export const isRefreshing = (visit: PageVisit): boolean =>
  refreshOf(visit, { method: 'GET', url: visit.url, fields: [], enctype: urlencoded }) !== undefined

/** Parses a refresh per the HTML standard: quotes around the address end it, others are part of it. */
const refreshIn = (text: string): { seconds: number; address: string } | undefined => {
  const [, digits, rest = ''] = /^\s*(\d{1,6})[\d.]*(?:[\s;,]\s*[;,]?\s*(.*))?$/s.exec(text) ?? []
  if (digits === undefined) return undefined
  const address = rest.replace(/^url\s*=\s*/i, '')
  const quoted = /^(["'])(.*?)(?:\1|$)/s.exec(address)
  return { seconds: Number(digits), address: (quoted?.[2] ?? address).trim() }
}

/** Returns the message for a page without a form that would have continued on its own, but not in time; `undefined` for any other page. */
export const waitObstacle = (visit: PageVisit): string | undefined => {
  const isWaiting = visit.response.status === 200 && visit.$('form').length === 0
  const refresh = isWaiting ? refreshOfPage(visit) : undefined
  return refresh === undefined
    ? undefined
    : obstacleOf(
        `the page ${describePage(visit)} has no form, and says that it leads on in ${refresh.seconds} s: it still waits for something`,
        `make it continue within ${longest.wait} s during this run`,
      )
}

/** Returns when and where a page refreshes; `undefined` if it does not. */
export const refreshOfPage = ({
  $,
  url,
  response,
}: Pick<PageVisit, '$' | 'url' | 'response'>): { seconds: number; address: string } | undefined => {
  const meta = $('meta[http-equiv="refresh" i]').first().attr('content')
  const refresh = refreshIn((header(response, 'refresh') ?? meta ?? '').slice(0, mostCharacters))
  const address = refresh?.address === '' ? url : refresh && resolve(refresh.address, baseOf($, url))
  return refresh === undefined || address === undefined ? undefined : { seconds: refresh.seconds, address }
}

const refreshOf = (visit: PageVisit, sent: Submission): Redirect | undefined => {
  const refresh = refreshOfPage(visit)
  if (refresh === undefined) return undefined
  const { seconds, address } = refresh
  // A page that reloads itself, or redirects after a timeout, is usable if it has a form; without one, it is waiting for something.
  if (visit.$('form').length > 0 && (seconds > longest.refresh || address === visit.url)) return undefined
  if (seconds > longest.wait) return undefined
  return { submission: { ...sent, method: 'GET', url: address, fields: [] }, seconds, isRefresh: true }
}
