import { Agent, type Dispatcher } from 'undici'
import { type Evidence, type Exchange, evidenceBody, type Signed } from './exchange.ts'
import { createRequestQueue } from './request-queue.ts'
import { type HttpResponse, inflate, readBody, type Silence } from './response.ts'

/** A request as it goes over the wire, byte for byte. */
export type HttpRequest = {
  method: string
  /** Scheme, host and port. */
  origin: string
  /** As it stands on the request line: neither normalized nor escaped. */
  path: string
  headers: readonly [string, string][]
  body?: string | Uint8Array
  signed?: Signed[]
}

/** Who sends, and how long it may take. */
export type Sender = { check: string; signal: AbortSignal; timeoutMs?: number }

/** Sends requests, keeps evidence of each, and follows no redirect. */
export type HttpClient = {
  send(request: HttpRequest, sender: Sender): Promise<HttpResponse>
  /** Requests sent up to now. */
  readonly requests: number
  close(): Promise<void>
}

export type HttpClientOptions = {
  evidence: Evidence
  /** Milliseconds for one request, its answer read. */
  timeoutMs: number
  /** Requests at once, and connections. */
  concurrency: number
  maxRps?: number
  /** Bytes of a body that are kept. */
  limit?: number
}

/** Undici keeps a connection no longer than this unused: shorter than servers do, so that none is closed under a request. */
const keepAliveMs = 1_000

/** A wire over HTTP/1.1 with one pool of connections for each origin. */
export const createHttpClient = (options: HttpClientOptions): HttpClient => {
  const agent = new Agent({
    connections: options.concurrency,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    maxHeaderSize: 65_536,
  })
  const queue = createRequestQueue(options.concurrency, options.maxRps)
  let requests = 0
  const send = (request: HttpRequest, sender: Sender): Promise<HttpResponse> =>
    queue.add(() => {
      requests += 1
      return exchangeOnce({ agent, options, id: String(requests) }, request, sender)
    })
  return {
    send,
    get requests() {
      return requests
    },
    close: () => agent.destroy(),
  }
}

type Line = { agent: Agent; options: HttpClientOptions; id: string }

const exchangeOnce = async (line: Line, request: HttpRequest, sender: Sender): Promise<HttpResponse> => {
  const at = new Date().toISOString()
  const began = performance.now()
  const received = await receive(line, request, sender)
  const arrivedAt = performance.now()
  const response: HttpResponse = {
    ...received,
    ...readBody(received.bytes),
    exchange: line.id,
    url: request.origin + request.path,
    arrivedAt,
  }
  line.options.evidence.write(evidenceOf({ request, response, at, ms: arrivedAt - began, check: sender.check }))
  return response
}

type Received = Pick<HttpResponse, 'status' | 'headers' | 'bytes' | 'truncated'> & { silence?: Silence }

const receive = async (line: Line, request: HttpRequest, sender: Sender): Promise<Received> => {
  const bound = boundOf(sender.timeoutMs ?? line.options.timeoutMs, sender.signal)
  let head: Pick<HttpResponse, 'status' | 'headers'> = { status: 0, headers: [] }
  const body = { chunks: [] as Uint8Array[], truncated: false }
  const limit = line.options.limit ?? 1_048_576
  try {
    const response = await line.agent.request(dispatch(request, bound.signal))
    head = { status: response.statusCode, headers: pairs(response.headers) }
    await collect(response.body, body, limit)
    return { ...head, ...finished(body, head.headers, limit) }
  } catch (error) {
    const silence = silenceOf(error, bound.isOver())
    return { ...head, bytes: Buffer.concat(body.chunks), truncated: body.truncated, silence }
  } finally {
    bound.lift()
  }
}

/**
 * What ends a request early: its time is over, or its check is. Lifted with the request: signals of AbortSignal.timeout and
 * AbortSignal.any would live on until the time is over, thousands of them.
 */
const boundOf = (ms: number, signal: AbortSignal) => {
  const end = new AbortController()
  let isOver = false
  const stop = () => end.abort(signal.reason)
  const timer = setTimeout(() => {
    isOver = true
    end.abort()
  }, ms)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  const lift = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
  return { signal: end.signal, isOver: () => isOver, lift }
}

const dispatch = (request: HttpRequest, signal: AbortSignal): Dispatcher.RequestOptions => ({
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
  // The wire's own clock bounds every request; undici's would only add a second, coarser one.
  headersTimeout: 0,
  bodyTimeout: 0,
})

const collect = async (
  source: AsyncIterable<Uint8Array>,
  body: { chunks: Uint8Array[]; truncated: boolean },
  limit: number,
): Promise<void> => {
  let size = 0
  for await (const chunk of source) {
    body.chunks.push(chunk.subarray(0, limit - size))
    size += chunk.length
    if (size > limit) {
      body.truncated = true
      return
    }
  }
}

const finished = (
  body: { chunks: Uint8Array[]; truncated: boolean },
  headers: HttpResponse['headers'],
  limit: number,
) => {
  const encoding = headers.find(([name]) => name === 'content-encoding')?.[1]
  return { bytes: inflate(Buffer.concat(body.chunks), encoding, limit), truncated: body.truncated }
}

const pairs = (headers: Record<string, string | string[] | undefined>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
  )

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const silenceOf = (error: unknown, timedOut: boolean): Silence => {
  const cause = error as { code?: string; message?: string }
  if (timedOut) return { kind: 'timeout', message: 'no complete answer in time' }
  const message = cause.message ?? String(error)
  const isTls = /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(cause.code ?? '')
  return { kind: isTls || unreachable.has(cause.code ?? '') ? 'refused' : 'broken', message }
}

type Seen = { request: HttpRequest; response: HttpResponse; at: string; ms: number; check: string }

const evidenceOf = ({ request, response, at, ms, check }: Seen): Exchange => ({
  id: response.exchange,
  check,
  direction: 'sent',
  at,
  ms: Math.round(ms * 100) / 100,
  request: {
    method: request.method,
    url: response.url,
    headers: [...request.headers],
    ...evidenceBody(bytesOf(request.body)),
  },
  ...(response.status === 0
    ? {}
    : { response: { status: response.status, headers: [...response.headers], ...evidenceBody(response.bytes) } }),
  ...(response.silence ? { error: response.silence.message } : {}),
  ...(request.signed ? { signed: request.signed } : {}),
})

const bytesOf = (body: string | Uint8Array | undefined): Uint8Array =>
  body === undefined ? new Uint8Array() : typeof body === 'string' ? Buffer.from(body) : body
