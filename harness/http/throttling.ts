import type { HttpRequest, Outgoing, Sender } from './http-request.ts'
import type { Pace } from './pace.ts'
import { type HttpResponse, header, type Silence } from './response.ts'

/** How to send a request once, at which pace, and a request that the target answers at any time. */
export type Attempts = {
  once: (outgoing: Outgoing, sender: Sender) => Promise<HttpResponse>
  pace: Pace
  control: HttpRequest | undefined
}

/** Times that one request is sent while it is throttled. */
const mostAttempts = 24

/** 503s in a row after which the control shows whether the target is busy or fails at this request. */
const suspicious = 3

/**
 * Sends a request again while the target answers that there are too many (429) or that it is busy (503). A 503 that
 * persists while the control is answered is the response to this request.
 */
export const sendUntilAdmitted = async (
  { once, pace, control }: Attempts,
  outgoing: Outgoing,
  sender: Sender,
): Promise<HttpResponse> => {
  let answeredControls = 0
  for (let attempt = 1; ; attempt++) {
    const response = await once(outgoing, sender)
    if (!isThrottled(response) || sender.signal.aborted) return response
    pace.slowDown(retryAfterOf(response))
    if (attempt >= mostAttempts) return { ...response, silence: throttledSilence(response) }
    if (response.status !== 503 || attempt < suspicious || control === undefined) continue
    answeredControls = isThrottled(await once(control, sender)) ? 0 : answeredControls + 1
    if (answeredControls >= suspicious) return response
  }
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
