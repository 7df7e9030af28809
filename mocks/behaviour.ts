import { HttpResponse } from 'msw'
import { Refusal } from '../protocol/errors.ts'
import type { Delays } from './delays.ts'

/**
 * How an answer departs from the usual one. A member that is absent leaves that part of the usual answer alone; a `status` of
 * 400 or more without a `body` gets an error body. In this order: `delayMs` (milliseconds) passes, then `hang` (no answer until the
 * caller leaves or the counterpart closes), `disconnect` (the connection is cut), `redirect` (Location, 302 unless a `status` is
 * given), `endless` (the body, when it is text, then white space without end).
 */
export type Behaviour = {
  status?: number
  /** JSON, or a string that is sent as it is. */
  body?: unknown
  delayMs?: number
  hang?: boolean
  endless?: boolean
  disconnect?: boolean
  contentType?: string
  redirect?: string
}

/** An answer as it stands before a behaviour changes it. `contentType` is `application/json` unless given. */
export type PlannedResponse = { status: number; body: unknown; contentType?: string }

/** What ends an answer early: the caller leaves, or the counterpart closes. */
export type Ending = { hold: Delays; signal: AbortSignal }

/** An endless answer is cut off after this many bytes. */
export const endlessBytes = 64 * 1024 * 1024

const filler = Buffer.alloc(64 * 1024, ' ')
const unavailable = new Refusal('UNAVAILABLE', 503, 'The counterpart answers so on purpose')
const statusesWithoutBody = [204, 205, 304]

/** Answers: the usual answer, changed by a behaviour. A cut connection is `Response.error()`. */
export const behave = async (behaviour: Behaviour, usual: PlannedResponse, ending: Ending): Promise<Response> => {
  if (behaviour.delayMs !== undefined) await ending.hold.pause(behaviour.delayMs, ending.signal)
  if (behaviour.hang) await ending.hold.pause(Number.POSITIVE_INFINITY, ending.signal)
  if (behaviour.hang || behaviour.disconnect) return HttpResponse.error()
  const answer = changed(behaviour, usual)
  return behaviour.endless ? endless(answer, ending.hold) : whole(answer, behaviour.redirect)
}

const changed = (behaviour: Behaviour, usual: PlannedResponse): Required<PlannedResponse> => ({
  status: behaviour.status ?? (behaviour.redirect === undefined ? usual.status : 302),
  body: bodyOf(behaviour, usual),
  contentType: behaviour.contentType ?? usual.contentType ?? 'application/json',
})

const bodyOf = ({ body, status, redirect, endless }: Behaviour, usual: PlannedResponse): unknown => {
  if (body !== undefined) return body
  if (redirect !== undefined || endless) return ''
  return (status ?? 0) >= 400 ? unavailable.body() : usual.body
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))

const whole = ({ status, body, contentType }: Required<PlannedResponse>, redirect: string | undefined): Response => {
  const location: Record<string, string> = redirect === undefined ? {} : { location: redirect }
  if (statusesWithoutBody.includes(status)) return new HttpResponse(null, { status, headers: location })
  const text = textOf(body)
  const length = String(Buffer.byteLength(text))
  return new HttpResponse(text, {
    status,
    headers: { 'content-type': contentType, 'content-length': length, ...location },
  })
}

const endless = ({ status, body, contentType }: Required<PlannedResponse>, hold: Delays): Response =>
  new HttpResponse(endlessBody(textOf(body), hold), { status, headers: { 'content-type': contentType } })

// Erred, not ended: whoever reads to the end must not take what came for a whole answer.
const endlessBody = (first: string, hold: Delays): ReadableStream<Uint8Array> => {
  let left = endlessBytes
  let forget = () => {}
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    forget = hold.onRelease(() => controller.error(new Error('The counterpart closed')))
    controller.enqueue(Buffer.from(first))
  }
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    left -= filler.length
    if (left >= 0) return controller.enqueue(filler)
    forget()
    controller.error(new Error('The endless answer reached its bound'))
  }
  return new ReadableStream({ start, pull, cancel: () => forget() })
}
