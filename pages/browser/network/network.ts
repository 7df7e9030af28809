import type { CDPSession } from 'playwright-core'
import type { HttpRequest } from '../../../harness/http/http-request.ts'
import { type HttpResponse, header, mediaType } from '../../../harness/http/response.ts'
import { Blocked, blocked, brief } from '../../../harness/outcome.ts'
import type { PageSender } from '../../../harness/pages.ts'
import { resolve } from '../../document/dom.ts'
import { isInert } from '../../plain-pages.ts'
import type { PageScope } from '../../visit/form-browser.ts'
import { obstacleOf } from '../../visit/obstacles.ts'
import type { ForeignPage } from './elsewhere.ts'
import { ForgedElsewhere, type Journey } from './journey.ts'
import { fulfilmentOf, outgoingOf, type PausedRequest, submissionOf, withSubmission } from './requests.ts'

/** The traffic between a tab and the target. */
export type Traffic = {
  /** The navigation or click that the tab is making. */
  journey: Journey
  /** Number of pending requests. */
  pending: number
  /** Time of the last event: milliseconds of `performance.now()`. */
  changedAt: number
  /** The response with the document that the tab shows. */
  document: HttpResponse | undefined
  /** The browser shows that document, and its load event has fired. */
  isLoaded: boolean
  /** When a script of the page got its last response, whose result may not be drawn yet: milliseconds of `performance.now()`. */
  answeredAt?: number
  /** Addresses that its document requested but did not get, since they are outside the target's pages. */
  unfetched: Set<string>
  /** Addresses from which its scripts get more than one whole response, or have got none yet. */
  unread: Set<string>
  /** Why the document requested the next one, as the browser's protocol names it. */
  reason?: string
  /** Set if one of its documents had scripts, which may have stored something and may still be running. */
  hasRunScripts?: true
  /** The page of another site in the tab that requests a page of the target. */
  elsewhere?: ForeignPage
}

/** A window, and the scope and sender of its requests. */
export type Connection = {
  session: CDPSession
  mainFrame: string
  scope: PageScope
  send: PageSender['send']
  traffic: Traffic
}

type NavigationRequest = { url: string; reason: string }

/** Records that a frame shows another document, or requests one. */
export const sawNavigation = (
  { traffic, scope, mainFrame }: Connection,
  frameId: string,
  request?: NavigationRequest,
): void => {
  traffic.changedAt = performance.now()
  if (frameId !== mainFrame) return
  const { journey } = traffic
  if (request === undefined) {
    journey.isNavigating = false
    traffic.isLoaded = false
    return
  }
  const { url, reason } = request
  traffic.reason = reason
  journey.isNavigating = /^https?:/i.test(url)
  // The browser never requests an address that is not a web address.
  if (URL.canParse(url) && !/^(?:https?|javascript|about|blob|data):/i.test(url) && scope.isBeyond(new URL(url)))
    journey.beyond ??= { url }
}

/** Maximum number of requests per navigation or click: in total, by scripts and frames, and for a document of the tab. */
const limits = { requests: 1_000, byScript: 200, documents: 20 }

/** Answers a window's request with the harness's own HTTP client. Never throws. */
export const answer = async (connection: Connection, paused: PausedRequest): Promise<void> => {
  const { session, traffic } = connection
  const { journey } = traffic
  // A page that never stops sending requests gets no more responses, and is used as it is.
  if (journey.requests >= limits.requests || journey.byScript >= limits.byScript)
    return note(traffic.unread, paused.request.url)
  traffic.pending += 1
  traffic.changedAt = performance.now()
  try {
    await respond(connection, paused, journey)
  } catch (error) {
    // A picture that fails is just missing from the page, but without its document there is no page.
    if (isMain(connection, paused) || journey.change) journey.error ??= error
    await fail(session, paused, 'Failed')
  } finally {
    traffic.pending -= 1
    traffic.changedAt = performance.now()
  }
}

const isMain = ({ mainFrame }: Connection, { resourceType, frameId }: PausedRequest): boolean =>
  resourceType === 'Document' && frameId === mainFrame

const fail = (
  session: CDPSession,
  { requestId }: PausedRequest,
  errorReason: 'Aborted' | 'BlockedByClient' | 'Failed',
) => session.send('Fetch.failRequest', { requestId, errorReason }).catch(() => undefined)

const answerNothing = async (session: CDPSession, { requestId }: PausedRequest): Promise<void> =>
  void (await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 }).catch(() => undefined))

/** Maximum number of addresses recorded per page. */
const mostNoted = 50

const note = (addresses: Set<string>, url: string): void => {
  if (addresses.size < mostNoted) addresses.add(url)
}

/** Records a connection of a page that stays open. */
export const noteOpen = (traffic: Traffic | undefined, url: string): void => traffic && note(traffic.unread, url)

/** Resource types that may hold or draw the content of a page. */
const content = new Set(['Document', 'Script', 'XHR', 'Fetch', 'Preflight'])

/** Returns whether a script asks for events as they occur: there is no whole response. */
const asksForEvents = ({ request: { headers } }: PausedRequest): boolean =>
  Object.entries(headers).some(([name, value]) => /^accept$/i.test(name) && value === 'text/event-stream')

/** Returns whether a response is all that a page gets by its request: those of a shared worker are not seen, whose script is of another type. */
const isWhole = ({ resourceType }: PausedRequest, response: HttpResponse): boolean =>
  !response.silence && !response.truncated && !(resourceType === 'Other' && /script/.test(mediaType(response)))

/** Resource types that no check inspects. */
const decoration = new Set(['Image', 'Stylesheet', 'Font', 'Media', 'Script', 'Manifest', 'Other', 'Prefetch'])

const endless = obstacleOf('the page navigates endlessly', 'make it settle after a navigation or click')

const respond = async (connection: Connection, paused: PausedRequest, journey: Journey): Promise<void> => {
  const { session, scope, send, traffic } = connection
  const url = new URL(paused.request.url)
  const isPage = isMain(connection, paused)
  if (traffic.elsewhere) traffic.hasRunScripts = true
  if (isPage && url.href === traffic.elsewhere?.url) return showElsewhere(connection, paused, traffic.elsewhere)
  if (isPage && scope.isBeyond(url)) {
    journey.beyond ??= { url: url.href, ...statusOf(paused, traffic) }
    return void (await fail(session, paused, 'Aborted'))
  }
  // A beacon is sent after its page has gone, perhaps during the window's next use.
  if (!isPage && (!scope.isOwn(url) || url.pathname === '/favicon.ico' || paused.resourceType === 'Ping')) {
    if (!scope.isOwn(url) && content.has(paused.resourceType)) note(traffic.unfetched, url.href)
    return void (await fail(session, paused, 'BlockedByClient'))
  }
  journey.requests += 1
  if (isPage) {
    journey.documents += 1
    traffic.unfetched.clear()
    traffic.unread.clear()
  } else if (!decoration.has(paused.resourceType)) journey.byScript += 1
  if (!isPage) note(traffic.unread, url.href)
  // Without content, it is not asked for again.
  if (asksForEvents(paused)) return answerNothing(session, paused)
  journey.isEndless ||= journey.documents > limits.documents
  if (journey.isEndless) blocked(endless)
  const request = await requestFor(connection, paused, journey)
  journey.isAwaited ||= isPage
  const response = await Promise.resolve(send(request)).finally(() => {
    if (isPage) journey.isAwaited = false
  })
  if (isWhole(paused, response)) traffic.unread.delete(url.href)
  if (paused.resourceType === 'Document' && !isInert(response)) traffic.hasRunScripts = true
  if (!decoration.has(paused.resourceType)) journey.responses.push(response)
  if (response.silence) {
    if (isPage) traffic.document = response
    return void (await fail(session, paused, 'Failed'))
  }
  const leadsTo = isPage ? beyondIn(response, url.href, scope) : undefined
  if (leadsTo !== undefined) journey.beyond ??= { url: leadsTo, status: response.status }
  else if (isPage && !isRedirect(response) && !isDownload(response)) traffic.document = response
  // 204 leaves the current page in place.
  const status = leadsTo === undefined ? undefined : 204
  if (isPage)
    journey.isNavigating = leadsTo === undefined && ![204, 205].includes(response.status) && !isDownload(response)
  // Until it is shown, the window still shows the previous document, which is complete.
  if (isPage && journey.isNavigating) traffic.isLoaded = false
  // A script loaded later may draw part of the page.
  if (asked.has(paused.resourceType) || (paused.resourceType === 'Script' && traffic.isLoaded))
    traffic.answeredAt = performance.now()
  await session.send('Fetch.fulfillRequest', fulfilmentOf(paused.requestId, response, status)).catch(() => undefined)
}

/** Resource types requested by a page's scripts. */
const asked = new Set(['XHR', 'Fetch'])

const showElsewhere = async (
  { session, traffic: { journey } }: Connection,
  { requestId }: PausedRequest,
  { html }: ForeignPage,
): Promise<void> => {
  journey.requests += 1
  const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }]
  const body = Buffer.from(html).toString('base64')
  await session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
}

/** Returns the status of the page that refreshes to an address outside the target's pages. */
const statusOf = ({ redirectedRequestId }: PausedRequest, { reason, document }: Traffic): { status?: number } => {
  if (redirectedRequestId !== undefined) return {}
  const refreshes = reason === 'metaTagRefresh' || reason === 'httpHeaderRefresh'
  return refreshes && document ? { status: document.status } : {}
}

const isRedirect = ({ status }: HttpResponse) => [301, 302, 303, 307, 308].includes(status)

const isDownload = (response: HttpResponse) => /^\s*attachment/i.test(header(response, 'content-disposition') ?? '')

/** Returns the address outside the target's pages that a response redirects to. */
const beyondIn = (response: HttpResponse, url: string, { isBeyond }: PageScope): string | undefined => {
  const location = isRedirect(response) ? header(response, 'location') : undefined
  const target = location === undefined ? undefined : resolve(location, url)
  return target !== undefined && isBeyond(new URL(target)) ? target : undefined
}

/** Returns the address of the document that made a request; `undefined` if the address was typed in. */
const askedFrom = ({ request: { headers } }: PausedRequest, { document, elsewhere }: Traffic): string | undefined =>
  [headers.Referer, document?.url, elsewhere?.url].find(url => url !== undefined && URL.canParse(url))

/** Returns the request to send; the change is applied if this is the click's first submission. */
const requestFor = async (connection: Connection, paused: PausedRequest, journey: Journey): Promise<HttpRequest> => {
  const { traffic } = connection
  const request = outgoingOf(paused, askedFrom(paused, traffic))
  const isSending =
    paused.request.method !== 'GET' || (isMain(connection, paused) && paused.redirectedRequestId === undefined)
  if (!isSending || journey.sent !== undefined || paused.request.method === 'OPTIONS') return request
  const submission = await unlessUnreadable(paused, () => submissionOf(paused))
  journey.sent = submission
  if (journey.change === undefined) return request
  const changed = journey.change(submission)
  if (changed.forged) throw new ForgedElsewhere(changed)
  journey.sent = changed
  return changed === submission ? request : unlessUnreadable(paused, () => withSubmission(request, changed))
}

/** Reads or changes the data that a page sends, in any form; blocks the check if that is impossible. */
const unlessUnreadable = async <T>({ request: { url } }: PausedRequest, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Blocked) throw error
    return blocked(`what the page sends to ${brief(url)} cannot be read: ${brief(error)}`)
  }
}
