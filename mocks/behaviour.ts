import { HttpResponse } from 'msw'
import type { Behaviour } from '../harness/counterpart.ts'
import { Refusal } from '../protocol/errors.ts'
import type { Delays } from './delays.ts'

/** A response before a behaviour changes it. `body`: JSON, text, or bytes. `contentType` is `application/json` by default. */
export type UsualResponse = { status: number; body: unknown; contentType?: string }

/**
 * The events that can end a response early: `signal` aborts when the caller leaves, `delays` are released when the counterpart
 * closes.
 */
export type ResponseLifetime = { delays: Delays; signal: AbortSignal }

/** An endless response is cut off after this many bytes. */
export const endlessBytes = 64 * 1024 * 1024

const filler = Buffer.alloc(64 * 1024, ' ')
const unavailable = new Refusal('UNAVAILABLE', 503, 'The counterpart answers with this status on purpose')
const statusesWithoutBody = [204, 205, 304]

/** Applies a behaviour to the usual response. A cut connection is `Response.error()`. */
export const applyBehaviour = async (
  behaviour: Behaviour,
  usual: UsualResponse,
  { delays, signal }: ResponseLifetime,
): Promise<Response> => {
  if (behaviour.delayMs !== undefined) await delays.pause(behaviour.delayMs, signal)
  if (behaviour.hang) await delays.pause(Number.POSITIVE_INFINITY, untilEither(signal, behaviour.until))
  if (behaviour.hang || behaviour.disconnect) return HttpResponse.error()
  const response = changed(behaviour, usual)
  return behaviour.endless ? endlessResponse(response, delays) : wholeResponse(response, behaviour.redirect)
}

const untilEither = (caller: AbortSignal, released?: AbortSignal): AbortSignal =>
  released ? AbortSignal.any([caller, released]) : caller

const changed = (behaviour: Behaviour, usual: UsualResponse): Required<UsualResponse> => ({
  status: behaviour.status ?? (behaviour.redirect === undefined ? usual.status : 302),
  body: bodyOf(behaviour, usual),
  contentType: behaviour.contentType ?? usual.contentType ?? 'application/json',
})

const bodyOf = ({ body, status, redirect, endless }: Behaviour, usual: UsualResponse): unknown => {
  if (body !== undefined) return body
  if (redirect !== undefined || endless) return ''
  return (status ?? 0) >= 400 ? unavailable.body() : usual.body
}

const bytesOf = (body: unknown): Buffer<ArrayBuffer> => {
  if (body instanceof Uint8Array) return Buffer.from(body)
  return Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))
}

const wholeResponse = (
  { status, body, contentType }: Required<UsualResponse>,
  redirect: string | undefined,
): Response => {
  const location: Record<string, string> = redirect === undefined ? {} : { location: redirect }
  if (statusesWithoutBody.includes(status)) return new HttpResponse(null, { status, headers: location })
  const bytes = bytesOf(body)
  return new HttpResponse(bytes, {
    status,
    headers: { 'content-type': contentType, 'content-length': String(bytes.length), ...location },
  })
}

const endlessResponse = ({ status, body, contentType }: Required<UsualResponse>, delays: Delays): Response =>
  new HttpResponse(endlessBody(bytesOf(body), delays), { status, headers: { 'content-type': contentType } })

// Ends with an error: a reader must not mistake a partial response for a complete one.
const endlessBody = (first: Uint8Array, delays: Delays): ReadableStream<Uint8Array> => {
  let left = endlessBytes
  let removeCallback = () => {}
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    removeCallback = delays.onRelease(() => controller.error(new Error('The counterpart closed')))
    controller.enqueue(first)
  }
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    left -= filler.length
    if (left >= 0) return controller.enqueue(filler)
    removeCallback()
    controller.error(new Error('The endless response reached its limit'))
  }
  return new ReadableStream({ start, pull, cancel: () => removeCallback() })
}
