import { activity } from '../activity.ts'
import { pause } from '../pause.ts'
import type { HttpRequest, Outgoing, Sender } from './http-request.ts'
import type { Pace } from './pace.ts'
import { hasDocumentedCode } from './refusal-cause.ts'
import type { HttpResponse, Silence } from './response.ts'
import { isOverload, retryAfterOf, saysWhatIsWrong, type ThrottledTime } from './throttled-time.ts'

/** How to send a request once, at which pace, and a request that the target answers at any time. */
export type Attempts = {
  once: (outgoing: Outgoing, sender: Sender) => Promise<HttpResponse>
  pace: Pace
  /** How long the target has throttled the run. */
  throttled: ThrottledTime
  control: HttpRequest | undefined
  /** The checks whose 503 was found to be the response to their request, and no sign of load. */
  respondedWith503: Set<string>
  /** By check, the end of the last repetition after a 503. */
  repeated: Map<string, Promise<unknown>>
}

/** Times that one request is sent while it is throttled. */
const mostAttempts = 24

/** Answered controls after which a 503 that returns is the response to its request. */
const suspicious = 3

/** Milliseconds before the first repetition of a request that is answered 503 by a target that seems not to be busy. */
const secondLookMs = 250

/**
 * Sends a request again while the target answers that there are too many (429) or that it is busy (503). A 503 that persists while the
 * control is answered is the response to this request, and so is one with a code of the document. The time this takes does not count
 * against the sender's limit; the run has a limit of its own for it.
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
    response = await (response.status === 503
      ? oneByOne({ ...attempts, once }, outgoing, sender)
      : once(outgoing, sender))
  }
  return isThrottled(response) ? { ...response, silence: throttledSilence(response) } : response
}

/** Takes a response for the time in which the target throttles. */
const seen = ({ throttled }: Attempts, response: HttpResponse): HttpResponse => {
  if (!response.silence) throttled.see(response, isOverload(response))
  return response
}

/**
 * Sends a request beside no other repetition of its check: a target that takes one at a time, such as one proof of an order, would
 * answer 503 to all the others again.
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
 * Slows the whole run down if the target is known to be busy; otherwise only this request waits. So does one that has lost a race: it
 * may be too much beside the others, and not after them.
 */
const slowDown = async (
  { pace, throttled }: Attempts,
  { response, attempt, sender }: { response: HttpResponse; attempt: number; sender: Sender },
): Promise<void> => {
  const asked = retryAfterOf(response)
  const retryAfterMs = asked && Math.max(0, Math.min(asked, throttled.leftMs()))
  const isTelling = response.status === 429 || (pace.isBusy() && isOverload(response))
  if (sender.ready && attempt === 1 && retryAfterMs === undefined) await pause(secondLookMs, sender.signal)
  else if (isTelling || retryAfterMs !== undefined) pace.slowDown(retryAfterMs)
  else await pause(secondLookMs * attempt, sender.signal)
}

/**
 * Returns whether the target answers the control right after a 503, and refused nothing else lately; one that says what is wrong with its
 * request is not doubted for what was refused before.
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

/** A code of the document says what is wrong with this request, unless the target says when it takes it. */
const isThrottled = (response: HttpResponse): boolean =>
  !response.silence &&
  (response.status === 429 || response.status === 503) &&
  (!hasDocumentedCode(response) || retryAfterOf(response) !== undefined)

const throttledSilence = ({ status }: HttpResponse): Silence => ({
  kind: 'throttled',
  message: `${status} for ${mostAttempts} attempts: the target accepts fewer requests. Give --max-rps.`,
})
