import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { startWorkingTimer } from '../working-time.ts'
import { noResponseInTime, silenceOf } from './connection-error.ts'
import { proxyAuthorization, proxyFor } from './forward-proxy.ts'
import type { HttpRequest } from './http-request.ts'
import { type HttpResponse, inflate, type Silence } from './response.ts'

/** What was received for one request; with `silence`, no response or only a part of one. */
export type Received = Pick<HttpResponse, 'status' | 'headers' | 'bytes' | 'truncated'> & { silence?: Silence }

/** `timeoutMs`: for the whole response; `maxBytes`: bytes of a body that are kept. */
export type ExchangeLimits = { timeoutMs: number; signal: AbortSignal; maxBytes: number }

const outOfTime: Silence = { kind: 'timeout', message: noResponseInTime }

/** Returns what is received for a request that is not sent. */
export const unsent = (error: Error): Received => ({
  status: 0,
  headers: [],
  bytes: new Uint8Array(),
  truncated: false,
  silence: silenceOf(error),
})

/** Sends one request and reads its response. Never throws. */
export const exchange = (agent: Agent, request: HttpRequest, limits: ExchangeLimits): Promise<Received> =>
  new Promise(resolve => {
    const reader = createReader(limits, resolve)
    try {
      agent.dispatch(dispatchOptions(request), reader)
    } catch (error) {
      reader.onResponseError(undefined, error)
    }
  })

/**
 * Reads a response until it ends, is longer than what is kept, or takes more than `timeoutMs` of working time, and passes it
 * to `done`. A stream of the body would cost as much as the rest of a request.
 */
const createReader = ({ timeoutMs, signal, maxBytes }: ExchangeLimits, done: (received: Received) => void) => {
  let head: Pick<HttpResponse, 'status' | 'headers'> = { status: 0, headers: [] }
  const chunks: Uint8Array[] = []
  let size = 0
  let controller: Dispatcher.DispatchController | undefined
  let stopped: { reason: Error; timedOut: boolean } | undefined
  const stop = (reason: Error, timedOut = false) => {
    stopped ??= { reason, timedOut }
    controller?.abort(stopped.reason)
  }
  const timer = startWorkingTimer(timeoutMs, () => stop(new Error('out of time'), true))
  const interrupt = () => stop(signal.reason)
  if (signal.aborted) interrupt()
  else signal.addEventListener('abort', interrupt)
  const finish = (silence?: Silence) => {
    timer.stop()
    signal.removeEventListener('abort', interrupt)
    const bytes = Buffer.concat(chunks)
    const truncated = size > maxBytes
    if (silence) return done({ ...head, bytes, truncated, silence })
    const encoding = head.headers.find(([name]) => name === 'content-encoding')?.[1]
    done({ ...head, bytes: inflate(bytes, encoding, maxBytes), truncated })
  }
  return {
    onRequestStart: (started: Dispatcher.DispatchController) => {
      controller = started
      if (stopped) started.abort(stopped.reason)
    },
    onResponseStart: (_: unknown, status: number, headers: Parameters<typeof headerPairs>[0]) => {
      // An informational response precedes the one that counts.
      if (status >= 200) head = { status, headers: headerPairs(headers) }
    },
    onResponseData: (_: unknown, chunk: Uint8Array) => {
      if (size <= maxBytes) chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (size > maxBytes) stop(new Error('longer than what is kept'))
    },
    onResponseEnd: () => finish(),
    onResponseError: (_: unknown, error: unknown) =>
      finish(size > maxBytes ? undefined : stopped?.timedOut ? outOfTime : silenceOf(error)),
  }
}

const pieceLength = 512

/** Returns what is sent: a stream of pieces has no length, so that it is sent with Transfer-Encoding. */
const bodyOf = ({ body, isInPieces }: HttpRequest): string | Buffer | Readable | null => {
  const bytes = typeof body === 'object' ? Buffer.from(body) : body || null
  if (!isInPieces || bytes === null) return bytes
  const whole = Buffer.from(bytes)
  const count = Math.ceil(whole.length / pieceLength)
  return Readable.from(
    Array.from({ length: count }, (_, at) => whole.subarray(at * pieceLength, (at + 1) * pieceLength)),
    { objectMode: false },
  )
}

/** Returns to whom a request goes: a proxy takes one that has no TLS with its whole address. */
const addressed = ({ origin, path, headers }: HttpRequest) => {
  const proxy = origin.startsWith('http:') ? proxyFor(origin) : undefined
  if (proxy === undefined) return { origin, path, headers: headers.flat() }
  const host: [string, string][] = headers.some(([name]) => name.toLowerCase() === 'host')
    ? []
    : [['host', new URL(origin).host]]
  return {
    origin: proxy.origin,
    path: origin + path,
    headers: [...headers, ...host, ...proxyAuthorization(proxy)].flat(),
  }
}

const dispatchOptions = (request: HttpRequest): Dispatcher.DispatchOptions => ({
  ...addressed(request),
  method: request.method,
  body: bodyOf(request),
  // The time limit above is for every request; undici's own, coarser timeouts are not needed.
  headersTimeout: 0,
  bodyTimeout: 0,
})

const headerPairs = (headers: Record<string, string | string[] | undefined>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((text): [string, string] => [name, text]),
  )
