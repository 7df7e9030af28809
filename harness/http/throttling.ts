import { pause } from '../pause.ts'
import type { HttpRequest, Outgoing, Sender } from './http-request.ts'
import type { Pace } from './pace.ts'
import { type HttpResponse, header, type Silence } from './response.ts'

/** How to send a request once, at which pace, and a request that the target answers at any time. */
export type Attempts = {
  once: (outgoing: Outgoing, sender: Sender) => Promise<HttpResponse>
  pace: Pace
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
 * control is answered is the response to this request. The time this takes does not count against the sender's limit.
 */
export const sendUntilAdmitted = async (
  attempts: Attempts,
  outgoing: Outgoing,
  sender: Sender,
): Promise<HttpResponse> => {
  const { pace, respondedWith503, once } = attempts
  const { excuse = work => work } = sender
  const first = await once(outgoing, sender)
  const isKnown = first.status === 503 && respondedWith503.has(sender.check) && !pace.isBusy()
  return isThrottled(first) && !isKnown ? excuse(repeatUntilAdmitted(attempts, { outgoing, sender, first })) : first
}

type Repetition = { outgoing: Outgoing; sender: Sender; first: HttpResponse }

const repeatUntilAdmitted = async (
  attempts: Attempts,
  { outgoing, sender, first }: Repetition,
): Promise<HttpResponse> => {
  const { once, respondedWith503 } = attempts
  let response = first
  let answeredControls = 0
  for (let attempt = 1; attempt < mostAttempts; attempt++) {
    if (!isThrottled(response) || sender.signal.aborted) return response
    await slowDown(attempts, { response, attempt, sender })
    answeredControls = (await isControlAnswered(attempts, response, sender)) ? answeredControls + 1 : 0
    if (answeredControls >= suspicious) {
      respondedWith503.add(sender.check)
      return response
    }
    response = await (response.status === 503 ? oneByOne(attempts, outgoing, sender) : once(outgoing, sender))
  }
  return isThrottled(response) ? { ...response, silence: throttledSilence(response) } : response
}

/**
 * Sends a request beside no other repetition of its check: a target that takes one at a time, such as one proof of an order, would
 * answer 503 to all the others again.
 */
const oneByOne = ({ once, repeated }: Attempts, outgoing: Outgoing, sender: Sender): Promise<HttpResponse> => {
  const before = repeated.get(sender.check) ?? Promise.resolve()
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
  { pace }: Attempts,
  { response, attempt, sender }: { response: HttpResponse; attempt: number; sender: Sender },
): Promise<void> => {
  const retryAfterMs = retryAfterOf(response)
  if (sender.ready && attempt === 1 && retryAfterMs === undefined) await pause(secondLookMs, sender.signal)
  else if (pace.isBusy() || response.status === 429 || retryAfterMs !== undefined) pace.slowDown(retryAfterMs)
  else await pause(secondLookMs * attempt, sender.signal)
}

/** Returns whether the target answers the control right after a 503, and refused nothing else lately. */
const isControlAnswered = async (
  { once, pace, control }: Attempts,
  { status }: HttpResponse,
  sender: Sender,
): Promise<boolean> => {
  if (status !== 503 || control === undefined) return false
  if (isThrottled(await once(control, sender))) pace.slowDown()
  return !pace.isBusy()
}

const isThrottled = ({ status, silence }: HttpResponse): boolean => !silence && (status === 429 || status === 503)

const longestPauseMs = 120_000

/** Returns the milliseconds of Retry-After, which has seconds or a date; `undefined` if it is absent or invalid. */
const retryAfterOf = (response: HttpResponse): number | undefined => {
  const text = header(response, 'retry-after')?.trim() ?? ''
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, longestPauseMs) : undefined
}

const throttledSilence = ({ status }: HttpResponse): Silence => ({
  kind: 'throttled',
  message: `${status} for ${mostAttempts} attempts: the target accepts fewer requests. Give --max-rps.`,
})
