import type { CDPSession } from 'playwright-core'
import type { HttpRequest } from '../../../harness/http/http-request.ts'
import { type HttpResponse, header } from '../../../harness/http/response.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { PageSender } from '../../../harness/pages.ts'
import { resolve } from '../../document/dom.ts'
import { isInert } from '../../plain-pages.ts'
import type { PageScope } from '../../visit/form-browser.ts'
import { obstacleOf } from '../../visit/obstacles.ts'
import type { ForeignPage } from './elsewhere.ts'
import { ForgedElsewhere, type Journey } from './journey.ts'
import { fulfilmentOf, outgoingOf, type PausedRequest, submissionOf, withSubmission } from './requests.ts'

/** What passes between a tab and the target. */
export type Traffic = {
  /** The navigation or click that the tab is making. */
  journey: Journey
  /** Requests on their way. */
  pending: number
  /** When something happened last: milliseconds of `performance.now()`. */
  changedAt: number
  /** The response that brought the document that the tab shows. */
  document: HttpResponse | undefined
  /** The browser shows that document, and it is complete as far as its markup goes. */
  isLoaded: boolean
  /** When a script of the page got its last answer: milliseconds of `performance.now()`. What it draws then is still to come. */
  answeredAt?: number
  /** Origins that a page asks for and that are not fetched. */
  unfetched: Set<string>
  /** Why the document asked for the next one, as the browser's protocol names it. */
  reason?: string
  /** One of its documents had scripts, which may have stored something, and may be at work. */
  hasRunScripts?: true
  /** What the tab shows of another site, which asks for a page of the target. */
  elsewhere?: ForeignPage
}

/** The window that asks, whom its requests are made for, and what they may be. */
export type Connection = {
  session: CDPSession
  mainFrame: string
  scope: PageScope
  send: PageSender['send']
  traffic: Traffic
}

type NavigationRequest = { url: string; reason: string }

/** Notes that a frame shows another document, or asks for one. */
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
  // What is no web address is never asked for.
  if (URL.canParse(url) && !/^(?:https?|javascript|about|blob|data):/i.test(url) && scope.isBeyond(new URL(url)))
    journey.beyond ??= { url }
}

/** Requests that one navigation or click may bring about: all of them, those of scripts and frames, and those for a document of the tab. */
const limits = { requests: 1_000, byScript: 200, documents: 20 }

/** Answers a request of a window by the harness's own client. Never throws. */
export const answer = async (connection: Connection, paused: PausedRequest): Promise<void> => {
  const { session, traffic } = connection
  const { journey } = traffic
  // A page that never stops to ask waits from here on, and can be used as it is.
  if (journey.requests >= limits.requests || journey.byScript >= limits.byScript) return
  traffic.pending += 1
  traffic.changedAt = performance.now()
  try {
    await respond(connection, paused, journey)
  } catch (error) {
    // A picture that cannot be had is missing on the page; without the document there is none.
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

/** Kinds of what a page looks like, which no check asks about. */
const decoration = new Set(['Image', 'Stylesheet', 'Font', 'Media', 'Script', 'Manifest', 'Other', 'Prefetch'])

const endless = obstacleOf('the page leads on and on', 'let it come to rest after a navigation or click')

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
  // A beacon is sent after its page has gone, maybe to whom uses the window next.
  if (!isPage && (!scope.isOwn(url) || url.pathname === '/favicon.ico' || paused.resourceType === 'Ping')) {
    if (!scope.isOwn(url)) traffic.unfetched.add(url.origin)
    return void (await fail(session, paused, 'BlockedByClient'))
  }
  journey.requests += 1
  if (isPage) journey.documents += 1
  else if (!decoration.has(paused.resourceType)) journey.byScript += 1
  journey.isEndless ||= journey.documents > limits.documents
  if (journey.isEndless) blocked(endless)
  const request = await requestFor(connection, paused, journey)
  journey.isAwaited ||= isPage
  const response = await Promise.resolve(send(request)).finally(() => {
    if (isPage) journey.isAwaited = false
  })
  if (paused.resourceType === 'Document' && !isInert(response)) traffic.hasRunScripts = true
  if (!decoration.has(paused.resourceType)) journey.responses.push(response)
  if (response.silence) {
    if (isPage) traffic.document = response
    return void (await fail(session, paused, 'Failed'))
  }
  const leadsTo = isPage ? beyondIn(response, url.href, scope) : undefined
  if (leadsTo !== undefined) journey.beyond ??= { url: leadsTo, status: response.status }
  else if (isPage && !isRedirect(response) && !isDownload(response)) traffic.document = response
  // A page that is followed by nothing stays as it is: 204.
  const status = leadsTo === undefined ? undefined : 204
  if (isPage)
    journey.isNavigating = leadsTo === undefined && ![204, 205].includes(response.status) && !isDownload(response)
  // Until it is shown, the window shows the document before it, which is complete.
  if (isPage && journey.isNavigating) traffic.isLoaded = false
  // A script that is loaded later is a part of what the page draws then.
  if (asked.has(paused.resourceType) || (paused.resourceType === 'Script' && traffic.isLoaded))
    traffic.answeredAt = performance.now()
  await session.send('Fetch.fulfillRequest', fulfilmentOf(paused.requestId, response, status)).catch(() => undefined)
}

/** Kinds of what the script of a page asks for. */
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

/** Returns the status with which a page that leads beyond the target's pages does so. */
const statusOf = ({ redirectedRequestId }: PausedRequest, { reason, document }: Traffic): { status?: number } => {
  if (redirectedRequestId !== undefined) return {}
  const refreshes = reason === 'metaTagRefresh' || reason === 'httpHeaderRefresh'
  return refreshes && document ? { status: document.status } : {}
}

const isRedirect = ({ status }: HttpResponse) => [301, 302, 303, 307, 308].includes(status)

const isDownload = (response: HttpResponse) => /^\s*attachment/i.test(header(response, 'content-disposition') ?? '')

/** Returns the address beyond the target's pages to which a response redirects. */
const beyondIn = (response: HttpResponse, url: string, { isBeyond }: PageScope): string | undefined => {
  const location = isRedirect(response) ? header(response, 'location') : undefined
  const target = location === undefined ? undefined : resolve(location, url)
  return target !== undefined && isBeyond(new URL(target)) ? target : undefined
}

/** Returns the address of the document that asks for a request; `undefined` if it was typed in. */
const askedFrom = ({ request: { headers } }: PausedRequest, { document, elsewhere }: Traffic): string | undefined =>
  [headers.Referer, document?.url, elsewhere?.url].find(url => url !== undefined && URL.canParse(url))

/** Returns the request to send: with the change of the click, if it is what the click sends first. */
const requestFor = async (connection: Connection, paused: PausedRequest, journey: Journey): Promise<HttpRequest> => {
  const { traffic } = connection
  const request = outgoingOf(paused, askedFrom(paused, traffic))
  const isSending =
    paused.request.method !== 'GET' || (isMain(connection, paused) && paused.redirectedRequestId === undefined)
  if (!isSending || journey.sent !== undefined || paused.request.method === 'OPTIONS') return request
  const submission = await submissionOf(paused)
  journey.sent = submission
  if (journey.change === undefined) return request
  const changed = journey.change(submission)
  if (changed.forged) throw new ForgedElsewhere(changed)
  journey.sent = changed
  return changed === submission ? request : withSubmission(request, changed)
}
