import { activity } from '../activity.ts'
import { pause } from '../pause.ts'
import type { HttpRequest, Outgoing, Sender } from './http-request.ts'
import type { Pace } from './pace.ts'
import { hasDocumentedCode } from './refusal-cause.ts'
import type { HttpResponse, Silence } from './response.ts'
import { isOverload, retryAfterOf, saysWhatIsWrong, type ThrottledTime } from './throttled-time.ts'

/** What a retry needs: a way to send a request once, the pace, and a control that the target always answers. */
export type Attempts = {
  once: (outgoing: Outgoing, sender: Sender) => Promise<HttpResponse>
  pace: Pace
  /** How long the target has throttled the run. */
  throttled: ThrottledTime
  control: HttpRequest | undefined
  /** The checks whose 503 turned out to be the real response, not a sign of load. */
  respondedWith503: Set<string>
  /** By check, the last retry after a 503. */
  repeated: Map<string, Promise<unknown>>
  /** By check, the last turn for a retry in a race. */
  staggers: Map<string, Promise<void>>
}

/** How often a throttled request is sent. */
const mostAttempts = 24

/** After this many answered controls, a repeated 503 is the real response. */
const suspicious = 3

/** Milliseconds between the first retries of a race: they overlap again, but do not arrive at the same moment. */
const staggerMs = 15

/** Milliseconds before the first retry after a 503 of a target that does not seem busy. */
const secondLookMs = 250

/**
 * Retries a request while the target reports too many (429, or 403 with Retry-After) or that it is busy (503). A 503 that persists while
 * the control is answered is the real response, as is one with a code of the document. The retries do not count against the sender's limit;
 * the run has a separate limit for them.
 */
export const sendUntilAdmitted = async (
  attempts: Attempts,
  outgoing: Outgoing,
  sender: Sender,
): Promise<HttpResponse> => {
  const { pace, respondedWith503, once } = attempts
  const { excuse = work => work } = sender
  const first = await seen(attempts, await once(outgoing, sender))
  const isKnown = first.status === 503 && respondedWith503.has(sender.check) && !pace.isBusy()
  return isThrottled(first) && !isKnown ? excuse(repeatUntilAdmitted(attempts, { outgoing, sender, first })) : first
}

type Repetition = { outgoing: Outgoing; sender: Sender; first: HttpResponse }

const repeatUntilAdmitted = async (
  attempts: Attempts,
  { outgoing, sender, first }: Repetition,
): Promise<HttpResponse> => {
  const { respondedWith503, throttled } = attempts
  const once = async (request: Outgoing, by: Sender) => seen(attempts, await attempts.once(request, by))
  let response = first
  let answeredControls = 0
  if (hasDocumentedCode(response) && (await isControlAnswered(attempts, response, sender))) return response
  for (let attempt = 1; attempt < mostAttempts; attempt++) {
    if (!isThrottled(response) || sender.signal.aborted) return response
    if (throttled.spent) return { ...response, silence: { kind: 'throttled', message: throttled.spent } }
    await slowDown(attempts, { response, attempt, sender })
    answeredControls = (await isControlAnswered(attempts, response, sender)) ? answeredControls + 1 : 0
    if (answeredControls >= suspicious) {
      respondedWith503.add(sender.check)
      return response
    }
    const order = sender.ready && attempt === 1 ? staggered : response.status === 503 ? oneByOne : alone
    response = await order({ ...attempts, once }, outgoing, sender)
  }
  return isThrottled(response) ? { ...response, silence: throttledSilence(response) } : response
}

/** Records a response in the throttled time. */
const seen = ({ throttled }: Attempts, response: HttpResponse): HttpResponse => {
  if (!response.silence) throttled.see(response, isOverload(response))
  return response
}

const alone = ({ once }: Attempts, outgoing: Outgoing, sender: Sender): Promise<HttpResponse> => once(outgoing, sender)

/**
 * Staggers the first retries in a race: a server in front that rejects simultaneous requests would otherwise hide how the target handles
 * overlapping ones.
 */
const staggered = ({ once, staggers }: Attempts, outgoing: Outgoing, sender: Sender): Promise<HttpResponse> => {
  const turn = (staggers.get(sender.check) ?? Promise.resolve()).then(() => pause(staggerMs, sender.signal))
  staggers.set(sender.check, turn)
  return turn.then(() => once(outgoing, sender))
}

/**
 * Sends a retry after the earlier retries of its check: a target that accepts one request at a time, such as one proof per order, would
 * otherwise answer 503 to all the others again.
 */
const oneByOne = ({ once, repeated }: Attempts, outgoing: Outgoing, sender: Sender): Promise<HttpResponse> => {
  const earlier = repeated.get(sender.check) ?? Promise.resolve()
  const before = activity.waitFor({ who: sender.check, what: 'another request of it that is sent again' }, earlier)
  const response = before.then(
    () => once(outgoing, sender),
    () => once(outgoing, sender),
  )
  repeated.set(sender.check, response)
  return response
}

/**
 * Slows the whole run down if the target is known to be busy; otherwise only this request waits. The first retry in a race also waits
 * alone: the request may have been too much together with the others, but not after them.
 */
const slowDown = async (
  { pace, throttled }: Attempts,
  { response, attempt, sender }: { response: HttpResponse; attempt: number; sender: Sender },
): Promise<void> => {
  const asked = retryAfterOf(response)
  const retryAfterMs = asked && Math.max(0, Math.min(asked, throttled.leftMs()))
  const isTelling = response.status !== 503 || (pace.isBusy() && isOverload(response))
  if (sender.ready && attempt === 1 && retryAfterMs === undefined) await pause(secondLookMs, sender.signal)
  else if (isTelling || retryAfterMs !== undefined) pace.slowDown(retryAfterMs)
  else await pause(secondLookMs * attempt, sender.signal)
}

/**
 * Returns whether the target answers the control right after a 503 and has not throttled anything recently. A 503 that names an error of
 * the request is believed despite earlier throttling.
 */
const isControlAnswered = async (
  { once, pace, control }: Attempts,
  response: HttpResponse,
  sender: Sender,
): Promise<boolean> => {
  if (response.status !== 503 || control === undefined) return false
  if (isThrottled(await once(control, sender))) {
    pace.slowDown()
    return false
  }
  return saysWhatIsWrong(response) || !pace.isBusy()
}

/** A code of the document names an error of the request, unless the response also has Retry-After. */
const isThrottled = (response: HttpResponse): boolean =>
  !response.silence &&
  (isOverload(response) || response.status === 503) &&
  (!hasDocumentedCode(response) || retryAfterOf(response) !== undefined)

const throttledSilence = ({ status }: HttpResponse): Silence => ({
  kind: 'throttled',
  message: `${status} for ${mostAttempts} attempts: the target accepts fewer requests. Give --max-rps.`,
})
