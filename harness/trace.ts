import type { Json } from '../protocol/json/json.ts'
import type { RecordedRequest } from './counterpart.ts'
import { obstacleIn } from './http/in-front.ts'
import { type HttpResponse, header } from './http/response.ts'
import { type Blocked, Unanswered } from './outcome.ts'
import type { Held } from './pages.ts'

/** What the target chose where the document is silent, in words that a program can compare. */
export type Observation = { value: Json; note?: string }

/** What a check leaves behind apart from its outcome. */
export type Trace = {
  observations: Observation[]
  /** The parts of its clauses that it could not try: whole sentences, each once. */
  untried: string[]
  /** Ids of exchanges. */
  exchanges: string[]
  /** The latest requests, in order: the failing one is among them. */
  requests: TracedRequest[]
  /** How many requests the target answered. */
  answered: number
  /** Steps to undo at its end. */
  undo: (() => void | Promise<void>)[]
  /** Browsers and the like that are open for it; the latest is the last. */
  held: Held[]
  /** It has ended: what is opened from now on is closed at once. */
  hasEnded: boolean
  /** Looks that it takes when all checks have ended. */
  lastLooks: (() => void | Promise<void>)[]
  /** Milliseconds that it waited for the other checks to end. */
  waitedMs: number
  /** How often a person was asked to do something. */
  asked: number
}

/** A request of a check, as far as a report names it. */
type TracedRequest = {
  exchange: string
  /** Method and path, with the origin where it is not the target's; `received` before what the target sent. */
  where: string
  url?: string
  /** The absolute address that the response redirects to. */
  redirectsTo?: string | undefined
  /** What stands in the way if something in front of the target answered it. */
  inFront?: Blocked | undefined
  /** Whether it had to be accepted for the check to go on. */
  isControl: boolean
}

/** Returns a trace without entries. */
export const newTrace = (): Trace => ({
  observations: [],
  untried: [],
  exchanges: [],
  requests: [],
  answered: 0,
  undo: [],
  held: [],
  hasEnded: false,
  lastLooks: [],
  waitedMs: 0,
  asked: 0,
})

/** Parts that a check names as not tried, at most. */
const mostUntried = 20

/** Adds a part that could not be tried, once, since a property names it for each of its values. */
export const addUntried = (trace: Trace, part: string): void => {
  if (!trace.untried.includes(part) && trace.untried.length < mostUntried) trace.untried.push(part)
}

/** Exchanges that a check keeps: the first ones, which are its controls, and the last ones, where it failed. */
const keptExchanges = 40

/** Adds an exchange to the trace, once. Drops one in the middle if there are more than `keptExchanges`. */
export const addExchange = (trace: Trace, exchange: string): void => {
  if (trace.exchanges.includes(exchange)) return
  trace.exchanges.push(exchange)
  if (trace.exchanges.length > keptExchanges) trace.exchanges.splice(keptExchanges / 2, 1)
}

/** Requests that a trace holds at most; parallel ones make the failing one not the last. */
const keptRequests = 200

/** Characters of a path that a report shows as the place of a failure. */
const longestPath = 200

const addRequest = (trace: Trace, request: TracedRequest): void => {
  addExchange(trace, request.exchange)
  trace.requests.push(request)
  if (trace.requests.length > keptRequests) trace.requests.shift()
}

/** Adds a request that was sent, with its response. `origin`: that of the target. */
export const addSent = (trace: Trace, sent: HttpResponse, origin: string): void => {
  const { exchange, method = 'GET', url, ...response } = sent
  if (!response.silence) trace.answered += 1
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  const location = header(response, 'location')
  const redirectsTo = location === undefined ? undefined : URL.parse(location, url)?.href
  const where = `${method} ${path.slice(0, longestPath)}`
  addRequest(trace, { exchange, where, url, redirectsTo, isControl: false, inFront: obstacleIn(where, sent) })
}

/** Adds a request that the target sent to the counterpart. */
export const addReceived = (trace: Trace, exchange: string, { method, path }: RecordedRequest): void => {
  // A check may find the same request of the target several times.
  const isKnown = trace.requests.some(request => request.exchange === exchange)
  if (isKnown) addExchange(trace, exchange)
  else addRequest(trace, { exchange, where: `received: ${method} ${path.slice(0, longestPath)}`, isControl: false })
}

/** Notes that a request was a control: a failure is not looked for there. */
export const markControl = (trace: Trace, exchange: string): void => {
  const request = trace.requests.find(candidate => candidate.exchange === exchange)
  if (request) request.isControl = true
}

/**
 * Returns the request at which a check failed: that of the exchange `at`, otherwise the last one that is no control; of a
 * chain of redirects the request that began it, which is the submission of a page.
 */
const failedOf = ({ requests }: Trace, at?: string): TracedRequest | undefined => {
  const last = requests.findLastIndex(({ isControl }) => !isControl)
  const named = at === undefined ? -1 : requests.findIndex(({ exchange }) => exchange === at)
  let index = named >= 0 ? named : last >= 0 ? last : requests.length - 1
  while (index > 0 && isRedirectTo(requests[index - 1], requests[index])) index--
  return requests[index]
}

/** Returns the request at which a check failed: that of the exchange `at`, otherwise the last one that is no control. */
export const failedRequest = (trace: Trace, at?: string): { where: string; exchange: string } | undefined => {
  const found = failedOf(trace, at)
  return found && { where: found.where, exchange: found.exchange }
}

/**
 * Returns what stood in the way if something in front of the target answered the request at which a check failed, or any of its requests
 * where the failure names none; `undefined` if the target did.
 */
export const inFrontAt = (trace: Trace, at?: string): Blocked | undefined =>
  (at === undefined ? trace.requests.findLast(({ inFront }) => inFront) : failedOf(trace, at))?.inFront

const isRedirectTo = (before: TracedRequest | undefined, after: TracedRequest | undefined): boolean =>
  before?.redirectsTo !== undefined && after?.url !== undefined && before.redirectsTo === URL.parse(after.url)?.href

/** Returns whether something in front of the target answered since the target did not. */
export const metOutage = ({ requests }: Trace): boolean => requests.some(({ inFront }) => inFront instanceof Unanswered)

/** Takes over what is open for a check. */
export const hold = (trace: Trace, held: Held): void => {
  // What is on its way when the check ends, such as one of several users, would stay open for the rest of the run.
  if (trace.hasEnded) setImmediate(() => void held.close())
  else trace.held.push(held)
}

/** Registers a step to undo; one that comes when the check has ended is taken at once, since nothing else would give back what the check has. */
export const addUndo = (trace: Trace, step: Trace['undo'][number]): void => {
  trace.undo.push(step)
  if (trace.hasEnded) setImmediate(() => void undoAll(trace))
}

/** Undoes what a check has changed so far, and closes what is open for it. */
export const undoAll = async (trace: Trace): Promise<void> => {
  for (const step of trace.undo.splice(0).reverse()) {
    // If a step fails, the next user repairs it: an account is emptied before it is used.
    await (async () => step())().catch(() => undefined)
  }
  await Promise.all(trace.held.splice(0).map(held => held.close()))
}
