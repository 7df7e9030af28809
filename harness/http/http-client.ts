import { Agent, type Dispatcher } from 'undici'
import { type Evidence, type Exchange, evidenceBody, type Signed } from './exchange.ts'
import { createPace, type Pace } from './pace.ts'
import { type HttpResponse, header, inflate, readBody, type Silence } from './response.ts'

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
export type Sender = {
  check: string
  signal: AbortSignal
  timeoutMs?: number
  /** Keeps the time that this work takes from counting against the sender's limit. */
  excuse?: <T>(work: Promise<T>) => Promise<T>
}

/** A request, or what makes it once it may start: a signature is as young as it can be. */
export type Outgoing = HttpRequest | (() => HttpRequest)

/** Sends requests, keeps evidence of each, and follows no redirect. */
export type HttpClient = {
  /** Sends a request as soon as its turn comes; what is throttled (429, 503) is sent again at a pace that the target takes. */
  send(request: Outgoing, sender: Sender): Promise<HttpResponse>
  /** Requests sent up to now. */
  readonly requests: number
  /** Milliseconds from a request to its response, as a moving average; 0 before the first one. */
  readonly latencyMs: number
  /** Requests a second that the target was found to take; undefined where it never asked for fewer. */
  readonly pace: number | undefined
  close(): Promise<void>
}

export type HttpClientOptions = {
  evidence: Evidence
  /** Milliseconds for one request, its answer read. */
  timeoutMs: number
  /** Requests at once, and connections. */
  concurrency: number
  maxRps?: number
  /** A request that the target answers at any time: tells a target that is busy from one that fails at a request. */
  control?: HttpRequest
  /** Who sends, as the header User-Agent says it. */
  userAgent?: string
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
  const pace = createPace(options.concurrency, options.maxRps)
  let requests = 0
  let latencyMs = 0
  const once = async (outgoing: Outgoing, sender: Sender): Promise<HttpResponse> => {
    const { excuse = work => work } = sender
    const finish = await excuse(pace.start())
    try {
      requests += 1
      const request = typeof outgoing === 'function' ? outgoing() : outgoing
      const began = performance.now()
      const response = await exchangeOnce({ agent, options, id: String(requests) }, request, sender)
      if (!response.silence) latencyMs = averaged(latencyMs, performance.now() - began)
      return response
    } finally {
      finish()
    }
  }
  return {
    send: (outgoing, sender) => unlessThrottled({ once, pace, control: options.control }, outgoing, sender),
    get requests() {
      return requests
    },
    get latencyMs() {
      return latencyMs
    },
    get pace() {
      return pace.found
    },
    close: () => agent.destroy(),
  }
}

const averaged = (average: number, ms: number): number => (average === 0 ? ms : average * 0.9 + ms * 0.1)

type Attempts = {
  once: (outgoing: Outgoing, sender: Sender) => Promise<HttpResponse>
  pace: Pace
  control: HttpRequest | undefined
}

/** Times that one request is sent while the target asks for fewer. */
const mostAttempts = 24

/** 503s in a row after which a control tells whether the target is busy, or fails at this request. */
const suspicious = 3

/**
 * Sends a request again while the target says that there are too many (429), or that it is busy (503). A 503 that returns
 * while the control is answered is the target's response to this request.
 */
const unlessThrottled = async (
  { once, pace, control }: Attempts,
  outgoing: Outgoing,
  sender: Sender,
): Promise<HttpResponse> => {
  let controlled = 0
  for (let attempt = 1; ; attempt++) {
    const response = await once(outgoing, sender)
    if (!isThrottled(response) || sender.signal.aborted) return response
    pace.slowDown(retryAfterOf(response))
    if (attempt >= mostAttempts) return { ...response, silence: throttledSilence(response) }
    if (response.status !== 503 || attempt < suspicious || control === undefined) continue
    controlled = isThrottled(await once(control, sender)) ? 0 : controlled + 1
    if (controlled >= suspicious) return response
  }
}

const isThrottled = ({ status, silence }: HttpResponse): boolean => !silence && (status === 429 || status === 503)

const longestPauseMs = 120_000

/** Milliseconds that Retry-After asks for, as seconds or as a date; undefined where it does not. */
const retryAfterOf = (response: HttpResponse): number | undefined => {
  const text = header(response, 'retry-after')?.trim() ?? ''
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, longestPauseMs) : undefined
}

const throttledSilence = ({ status }: HttpResponse): Silence => ({
  kind: 'throttled',
  message: `${status} for ${mostAttempts} attempts: the target takes fewer requests. Give --max-rps.`,
})

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
    const response = await line.agent.request(dispatch(identified(request, line.options.userAgent), bound.signal))
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

/** Adds who sends, unless the request says it itself. */
const identified = (request: HttpRequest, userAgent: string | undefined): HttpRequest =>
  userAgent === undefined || request.headers.some(([name]) => name.toLowerCase() === 'user-agent')
    ? request
    : { ...request, headers: [...request.headers, ['user-agent', userAgent]] }

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
