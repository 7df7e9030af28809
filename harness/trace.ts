import type { Json } from '../protocol/json/json.ts'
import type { RecordedRequest } from './counterpart.ts'
import { obstacleIn } from './http/in-front.ts'
import type { LookForLimit } from './http/limited.ts'
import { type HttpResponse, header } from './http/response.ts'
import { type Blocked, blocked, Unanswered } from './outcome.ts'
import type { Held } from './pages.ts'

/** What the target chose where the document is silent, in a form that a program can compare. */
export type Observation = { value: Json; note?: string }

/** Everything that a check leaves behind besides its outcome. */
export type Trace = {
  observations: Observation[]
  /** The parts of its clauses that it could not check, in full sentences without repetition. */
  untried: string[]
  /** Ids of exchanges. */
  exchanges: string[]
  /** The latest requests, in order, including the failing one. */
  requests: TracedRequest[]
  /** How many requests the target answered. */
  answered: number
  /** Clean-up steps to run at its end. */
  undo: (() => void | Promise<void>)[]
  /** Open resources, such as browsers; the latest is last. */
  held: Held[]
  /** Whether the check has ended: nothing is opened from then on. */
  hasEnded: boolean
  /** Final steps to run when all checks have ended. */
  lastLooks: (() => void | Promise<void>)[]
  /** Milliseconds that it waited for the other checks to end. */
  waitedMs: number
  /** Looks at whether a limit of the target caused a refusal, by who was refused how; the latest is last. */
  limits: Map<string, LookForLimit>
  /** How often a person was asked to do something. */
  asked: number
  /** Why the outcome may be due to an unanswered transfer, if it may. */
  doubt?: string
}

/** A request of a check, for the report. */
type TracedRequest = {
  exchange: string
  /** Method and path, with the origin if it is not the target's; a request from the target starts with `received`. */
  where: string
  url?: string
  /** The absolute address that the response redirects to. */
  redirectsTo?: string | undefined
  /** The obstacle, if something in front of the target answered it. */
  inFront?: Blocked | undefined
  /** Whether it was a control. */
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
  limits: new Map(),
  waitedMs: 0,
  asked: 0,
})

/** Maximum number of parts that a check reports as not checked. */
const mostUntried = 20

/** Adds a part that could not be checked, once: a property reports it for each of its values. */
export const addUntried = (trace: Trace, part: string): void => {
  if (!trace.untried.includes(part) && trace.untried.length < mostUntried) trace.untried.push(part)
}

/** How many exchanges a check keeps: the first, which are its controls, and the last, where it failed. */
const keptExchanges = 40

/** Adds an exchange to the trace, once. Drops one in the middle if there are more than `keptExchanges`. */
export const addExchange = (trace: Trace, exchange: string): void => {
  if (trace.exchanges.includes(exchange)) return
  trace.exchanges.push(exchange)
  if (trace.exchanges.length > keptExchanges) trace.exchanges.splice(keptExchanges / 2, 1)
}

/** Maximum number of requests in a trace; the failing one need not be last, since requests run in parallel. */
const keptRequests = 200

/** How many characters of a path a report shows. */
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

/** Marks a request as a control, which is not where a failure is. */
export const markControl = (trace: Trace, exchange: string): void => {
  const request = trace.requests.find(candidate => candidate.exchange === exchange)
  if (request) request.isControl = true
}

/**
 * Returns the request that failed a check: that of the exchange `at`, otherwise the last one that is not a control. For a chain of
 * redirects, returns its first request, which is the submission of a page.
 */
const failedOf = ({ requests }: Trace, at?: string): TracedRequest | undefined => {
  const last = requests.findLastIndex(({ isControl }) => !isControl)
  const named = at === undefined ? -1 : requests.findIndex(({ exchange }) => exchange === at)
  let index = named >= 0 ? named : last >= 0 ? last : requests.length - 1
  while (index > 0 && isRedirectTo(requests[index - 1], requests[index])) index--
  return requests[index]
}

/** Returns the request that failed a check: that of the exchange `at`, otherwise the last one that is not a control. */
export const failedRequest = (trace: Trace, at?: string): { where: string; exchange: string } | undefined => {
  const found = failedOf(trace, at)
  return found && { where: found.where, exchange: found.exchange }
}

/**
 * Returns the obstacle if something in front of the target answered the request that failed a check, or any request of the check if the
 * failure names none; `undefined` if the target answered.
 */
export const inFrontAt = (trace: Trace, at?: string): Blocked | undefined =>
  (at === undefined ? trace.requests.findLast(({ inFront }) => inFront) : failedOf(trace, at))?.inFront

/** Most refusals that are looked at for a limit of the target. */
const keptLimits = 8

/** Adds a look at whether a limit of the target caused a refusal; the latest of each kind is kept. */
export const addLimit = (trace: Trace, refused: string, look: LookForLimit): void => {
  const { limits } = trace
  limits.delete(refused)
  limits.set(refused, look)
  const [oldest] = limits.keys()
  if (limits.size > keptLimits && oldest !== undefined) limits.delete(oldest)
}

/** Returns the obstacle if a limit of the target caused a refusal that the check got. */
export const limitMet = async ({ limits }: Trace): Promise<Blocked | undefined> => {
  for (const look of [...limits.values()].reverse()) {
    // Without a response, it shows no limit.
    const found = await look().catch(() => undefined)
    if (found) return found
  }
  return undefined
}

const isRedirectTo = (before: TracedRequest | undefined, after: TracedRequest | undefined): boolean =>
  before?.redirectsTo !== undefined && after?.url !== undefined && before.redirectsTo === URL.parse(after.url)?.href

/** Returns whether something in front of the target reported that the target did not answer. */
export const metOutage = ({ requests }: Trace): boolean => requests.some(({ inFront }) => inFront instanceof Unanswered)

/** Takes over an open resource of a check. Blocks a check that has ended: the resource would stay open for the rest of the run. */
export const hold = (trace: Trace, held: Held): void => {
  if (trace.hasEnded) blocked('the check has ended')
  trace.held.push(held)
}

/** Registers a clean-up step; after the end of the check, runs it immediately, since it would never run otherwise. */
export const addUndo = (trace: Trace, step: Trace['undo'][number]): void => {
  trace.undo.push(step)
  if (trace.hasEnded) setImmediate(() => void undoAll(trace))
}

/** Runs a check's clean-up steps so far, and closes its open resources. */
export const undoAll = async (trace: Trace): Promise<void> => {
  for (const step of trace.undo.splice(0).reverse()) {
    // The next user repairs what a failed step leaves: an account is emptied before use.
    await (async () => step())().catch(() => undefined)
  }
  await Promise.all(trace.held.splice(0).map(held => held.close()))
}
