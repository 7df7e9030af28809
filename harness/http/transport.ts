import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { startWorkingTimer } from '../working-time.ts'
import { noResponseInTime, silenceOf } from './connection-error.ts'
import { inflate } from './content-codings.ts'
import { proxyAuthorization, proxyFor } from './forward-proxy.ts'
import type { HttpRequest } from './http-request.ts'
import { beyondLimit, responseLimits, stillArriving } from './limits.ts'
import type { HttpResponse, Silence } from './response.ts'

/** The result of one request; with `silence`, no response or only part of one. */
export type Received = Pick<HttpResponse, 'status' | 'headers' | 'bytes' | 'truncated'> & { silence?: Silence }

/** `timeoutMs`: for the whole response; `maxBytes`: bytes of a body that are kept; `mayBeCut`: the sender accepts a truncated body. */
export type ExchangeLimits = { timeoutMs: number; signal: AbortSignal; maxBytes: number; mayBeCut?: boolean }

const noneInTime: Silence = { kind: 'timeout', message: noResponseInTime }

/** Returns the result of a request that is not sent. */
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
 * Reads a response until it ends, exceeds `maxBytes`, or takes more than `timeoutMs` of working time, and passes it to `done`. Streaming
 * the body would cost as much as the rest of a request.
 */
const createReader = (limits: ExchangeLimits, done: (received: Received) => void) => {
  const { timeoutMs, signal, maxBytes } = limits
  let head: Pick<HttpResponse, 'status' | 'headers'> = { status: 0, headers: [] }
  const chunks: Uint8Array[] = []
  let size = 0
  let latestAt = performance.now()
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
    done(silence ? { ...head, bytes, truncated, silence } : withinLimits({ ...head, bytes, truncated }, limits))
  }
  const outOfTime = () =>
    size > 0 && performance.now() - latestAt < timeoutMs / 2 ? stillArriving(size, timeoutMs) : noneInTime
  return {
    onRequestStart: (started: Dispatcher.DispatchController) => {
      controller = started
      if (stopped) started.abort(stopped.reason)
    },
    onResponseStart: (_: unknown, status: number, headers: Parameters<typeof headerPairs>[0]) => {
      // An informational response precedes the final one.
      if (status >= 200) head = { status, headers: headerPairs(headers) }
    },
    onResponseData: (_: unknown, chunk: Uint8Array) => {
      if (size <= maxBytes) chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      latestAt = performance.now()
      if (size > maxBytes) stop(new Error('longer than the limit'))
    },
    onResponseEnd: () => finish(),
    onResponseError: (_: unknown, error: unknown) =>
      finish(size > maxBytes ? undefined : stopped?.timedOut ? outOfTime() : silenceOf(error, head.status > 0)),
  }
}

/** Returns a response with its content codings decoded; one that exceeds a limit gets a silence. */
const withinLimits = (received: Received, { mayBeCut = false, maxBytes }: ExchangeLimits): Received => {
  const valuesOf = (wanted: string) => received.headers.flatMap(([name, value]) => (name === wanted ? [value] : []))
  const isPage = /html/i.test(valuesOf('content-type')[0] ?? '')
  // The reader of pages handles truncation itself.
  if (received.truncated && !mayBeCut && !isPage) return { ...received, silence: beyondLimit('body', sizeIn(valuesOf)) }
  const codings = valuesOf('content-encoding').join()
  const { bytes, beyond } = inflate(received.bytes, codings, mayBeCut ? maxBytes : responseLimits.inflated.most)
  if (beyond === undefined || received.truncated) return { ...received, bytes }
  return mayBeCut ? { ...received, truncated: true } : { ...received, silence: beyondLimit(beyond) }
}

const sizeIn = (valuesOf: (name: string) => string[]): number | undefined => {
  const [length = ''] = valuesOf('content-length')
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined
}

const pieceLength = 512

/** Returns the body to send: a stream has no length, so undici sends it with Transfer-Encoding. */
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

/** Returns where a request goes: a proxy expects a plain HTTP request with its whole URL. */
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
  // The reader limits the time; undici's own, coarser timeouts are off.
  headersTimeout: 0,
  bodyTimeout: 0,
})

const headerPairs = (headers: Record<string, string | string[] | undefined>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((text): [string, string] => [name, text]),
  )
