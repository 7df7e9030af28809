import type { Agent, Dispatcher } from 'undici'
import { startWorkingTimer } from '../working-time.ts'
import type { HttpRequest } from './http-request.ts'
import { type HttpResponse, inflate, type Silence } from './response.ts'

/** What was received for one request; with `silence`, no response or only a part of one. */
export type Received = Pick<HttpResponse, 'status' | 'headers' | 'bytes' | 'truncated'> & { silence?: Silence }

/** `timeoutMs`: for the whole response; `maxBytes`: bytes of a body that are kept. */
export type ExchangeLimits = { timeoutMs: number; signal: AbortSignal; maxBytes: number }

/** Sends one request and reads its response. Never throws. */
export const exchange = async (agent: Agent, request: HttpRequest, limits: ExchangeLimits): Promise<Received> => {
  const deadline = startDeadline(limits.timeoutMs, limits.signal)
  let head: Pick<HttpResponse, 'status' | 'headers'> = { status: 0, headers: [] }
  const body: Body = { chunks: [], truncated: false }
  try {
    const response = await agent.request(dispatchOptions(request, deadline.signal))
    head = { status: response.statusCode, headers: headerPairs(response.headers) }
    await collect(response.body, body, limits.maxBytes)
    const encoding = head.headers.find(([name]) => name === 'content-encoding')?.[1]
    const bytes = inflate(Buffer.concat(body.chunks), encoding, limits.maxBytes)
    return { ...head, bytes, truncated: body.truncated }
  } catch (error) {
    const silence = silenceOf(error, deadline.isOver())
    return { ...head, bytes: Buffer.concat(body.chunks), truncated: body.truncated, silence }
  } finally {
    deadline.remove()
  }
}

/**
 * Aborts after `ms` milliseconds of working time, or with `signal`. It is removed with its request: AbortSignal.timeout and
 * AbortSignal.any would keep thousands of signals alive until their time is over.
 */
const startDeadline = (ms: number, signal: AbortSignal) => {
  const controller = new AbortController()
  let isOver = false
  const abort = () => controller.abort(signal.reason)
  const timer = startWorkingTimer(ms, () => {
    isOver = true
    controller.abort()
  })
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  const remove = () => {
    timer.stop()
    signal.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, isOver: () => isOver, remove }
}

const dispatchOptions = (request: HttpRequest, signal: AbortSignal): Dispatcher.RequestOptions => ({
  origin: request.origin,
  path: request.path,
  method: request.method,
  headers: request.headers.flat(),
  body:
    request.body === undefined || request.body === ''
      ? null
      : typeof request.body === 'string'
        ? request.body
        : Buffer.from(request.body),
  signal,
  // The deadline limits every request; undici's own, coarser timeouts are not needed.
  headersTimeout: 0,
  bodyTimeout: 0,
})

type Body = { chunks: Uint8Array[]; truncated: boolean }

const collect = async (source: AsyncIterable<Uint8Array>, body: Body, maxBytes: number): Promise<void> => {
  let size = 0
  for await (const chunk of source) {
    body.chunks.push(chunk.subarray(0, maxBytes - size))
    size += chunk.length
    if (size > maxBytes) {
      body.truncated = true
      return
    }
  }
}

const headerPairs = (headers: Record<string, string | string[] | undefined>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((text): [string, string] => [name, text]),
  )

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const silenceOf = (error: unknown, timedOut: boolean): Silence => {
  if (timedOut) return { kind: 'timeout', message: 'no complete response in time' }
  const cause = error as { code?: string; message?: string }
  const message = cause.message ?? String(error)
  const isTls = /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(cause.code ?? '')
  return { kind: isTls || unreachableCodes.has(cause.code ?? '') ? 'refused' : 'broken', message }
}
