import { Agent } from 'undici'
import { present } from '../../protocol/time.ts'
import { activity } from '../activity.ts'
import { type Lent, lentOut } from '../lent-out.ts'
import { pause } from '../pause.ts'
import { type Evidence, type Exchange, evidenceBody, evidenceText } from './exchange.ts'
import { proxyFor, throughProxy } from './forward-proxy.ts'
import type { HttpRequest, Outgoing, Sender } from './http-request.ts'
import type { Leads } from './leads.ts'
import { beyondLimit, responseLimits } from './limits.ts'
import { createPace } from './pace.ts'
import { withPlainHeads } from './plain-heads.ts'
import { type HttpResponse, isTooDeep, readBody } from './response.ts'
import { createThrottledTime, type Throttling } from './throttled-time.ts'
import { sendUntilAdmitted } from './throttling.ts'
import { exchange, unsent } from './transport.ts'

/** Sends requests and records each as evidence. Does not follow redirects. */
export type HttpClient = {
  /** Sends a request at its turn, and again at a slower pace while it is throttled (429, 503). Never throws. */
  send(request: Outgoing, sender: Sender): Promise<HttpResponse>
  /** Number of requests sent, and of those whose connection closed before the response or whose time ran out. */
  readonly requests: number
  readonly unanswered: number
  /** Moving average of the milliseconds from a request to its response; 0 before the first response. */
  readonly latencyMs: number
  /** Milliseconds of the fastest response so far: the network latency when nothing is busy. */
  readonly leastLatencyMs: number
  /** Milliseconds of the slowest response so far within the client's time limit, and that limit. */
  readonly slowestMs: number
  readonly timeoutMs: number
  /** Like `latencyMs`, but including the time spent queued and throttled. */
  readonly turnMs: number
  /** Decides where requests may go; absent: everywhere. */
  readonly leads?: Leads
  /** Whether a response had a folded header. */
  readonly foldsHeaders?: boolean
  close(): Promise<void>
}

/** How requests are sent and recorded. */
export type HttpClientOptions = {
  evidence: Evidence
  /** Milliseconds for one request, its response included. */
  timeoutMs: number
  /** Maximum number of concurrent requests, and of connections. */
  concurrency: number
  /** Maximum number of requests per second. */
  maxRps?: number
  /** The throttling budget of the run; an hour by default. */
  throttling?: Throttling
  /** A request that the target always answers, to distinguish a busy target from one that fails on a single request. */
  control?: HttpRequest
  /** Value of the User-Agent header of requests that have none. */
  userAgent?: string
  /** How many bytes of a body are kept, 1 MiB by default. */
  limit?: number
  /** Decides where requests may go; absent: everywhere. */
  leads?: Leads
}

/** Closes an idle connection after this many milliseconds: sooner than servers do, so none closes during a request. */
const keepAliveMs = 1_000

const nothingMeasured = {
  requests: 0,
  unanswered: 0,
  latencyMs: 0,
  leastLatencyMs: Number.POSITIVE_INFINITY,
  slowestMs: 0,
  turnMs: 0,
}

/** Creates an HTTP/1.1 client with one connection pool per origin. */
export const createHttpClient = (options: HttpClientOptions): HttpClient => {
  const connections = openConnections(options)
  const pace = createPace(options.concurrency, options.maxRps)
  const known = newlyKnown(options)
  const once = async (outgoing: Outgoing, sender: Sender): Promise<HttpResponse> => {
    const { excuse = work => work, signal, goesFirst } = sender
    const finish = pace.startNow(signal) ?? (await waitFor(sender, 'turn', excuse(pace.start(signal, goesFirst))))
    try {
      const request = typeof outgoing === 'function' ? outgoing() : outgoing
      if (sender.ready) await waitFor(sender, 'race', sender.ready())
      const began = performance.now()
      const response = await activity.during(connections.exchange(request, sender, nextId))
      if (isLost(response, sender)) client.unanswered += 1
      if (response.silence) return response
      const ms = performance.now() - began
      client.latencyMs = movingAverage(client.latencyMs, ms)
      client.leastLatencyMs = Math.min(client.leastLatencyMs, ms)
      if (sender.timeoutMs === undefined) client.slowestMs = Math.max(client.slowestMs, ms)
      return response
    } finally {
      finish()
    }
  }
  const client = {
    ...nothingMeasured,
    send: async (outgoing: Outgoing, sender: Sender): Promise<HttpResponse> => {
      const asked = performance.now()
      const response = await sendUntilAdmitted({ once, pace, control: options.control, ...known }, outgoing, sender)
      client.turnMs = movingAverage(client.turnMs, performance.now() - asked)
      return response
    },
    timeoutMs: options.timeoutMs,
    ...(options.leads ? { leads: options.leads } : {}),
    get foldsHeaders() {
      return connections.foldsHeaders
    },
    close: connections.close,
  }
  const nextId = () => `${options.evidence.prefix ?? ''}${++client.requests}`
  return client
}

/** What a client has learned about throttling from responses. */
const newlyKnown = ({ throttling }: HttpClientOptions) => ({
  throttled: createThrottledTime(throttling),
  respondedWith503: new Set<string>(),
  repeated: new Map<string, Promise<unknown>>(),
  staggers: new Map<string, Promise<void>>(),
})

const waitFor = <T>({ check }: Sender, what: Lent, work: Promise<T>): Promise<T> =>
  activity.waitFor({ who: check, what: lentOut[what] }, work)

/**
 * Returns whether a server may have closed a kept-alive connection just as a GET was sent: RFC 9110, section 9.2.2, allows the client to
 * retry it. Any other request may have had an effect.
 */
const isClosedUnderway = ({ method, status, silence }: HttpResponse): boolean =>
  method === 'GET' && status === 0 && silence?.kind === 'broken'

/** Returns whether a request unexpectedly got no response; with a separate time limit, that may be intended. */
const isLost = ({ silence }: HttpResponse, { timeoutMs }: Sender): boolean =>
  silence?.kind === 'broken' || (silence?.kind === 'timeout' && timeoutMs === undefined)

/** Milliseconds before each new attempt to connect: a single refusal may be due to a busy network or a restarting server. */
const pausesMs = [100, 400]

/** Returns whether the connection failed, so the request cannot have had an effect. */
const isUnsent = ({ status, silence }: HttpResponse): boolean =>
  status === 0 && silence?.kind === 'refused' && /^connect ECONN/.test(silence.message)

const movingAverage = (average: number, ms: number): number => (average === 0 ? ms : average * 0.9 + ms * 0.1)

/**
 * Opens the connections of a client. Requests use kept-alive connections; a GET whose connection closes is retried on a new one. If that
 * works, the target closes idle connections too soon, and every later request opens a new one.
 */
const openConnections = (options: HttpClientOptions) => {
  const { leads } = options
  let foldsHeaders = false
  const connect = withPlainHeads(throughProxy(process.env, leads && (origin => leads.lookup(origin))), () => {
    foldsHeaders = true
  })
  // With HTTP/2 all requests share a connection, which servers close when a single one is too long or aborted.
  const common = {
    connections: options.concurrency,
    maxHeaderSize: responseLimits.headers.most,
    allowH2: false,
    connect,
  }
  const kept = new Agent({ ...common, keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs })
  // With pipelining 0, undici keeps no connection alive.
  const renewed = new Agent({ ...common, pipelining: 0 })
  let agent = kept
  return {
    get foldsHeaders() {
      return foldsHeaders
    },
    exchange: async (request: HttpRequest, sender: Sender, nextId: () => string): Promise<HttpResponse> => {
      let response = await exchangeWithEvidence({ agent, options, id: nextId() }, request, sender)
      for (const ms of pausesMs) {
        if (!isUnsent(response) || sender.signal.aborted) break
        await pause(ms, sender.signal)
        response = await exchangeWithEvidence({ agent, options, id: nextId() }, request, sender)
      }
      if (agent === renewed || !isClosedUnderway(response) || sender.signal.aborted) return response
      const again = await exchangeWithEvidence({ agent: renewed, options, id: nextId() }, request, sender)
      if (again.status !== 0) agent = renewed
      return again
    },
    close: async () => {
      await Promise.all([kept.destroy(), renewed.destroy()])
    },
  }
}

type Connection = { agent: Agent; options: HttpClientOptions; id: string }

const exchangeWithEvidence = async (
  { agent, options, id }: Connection,
  request: HttpRequest,
  { check, signal, timeoutMs = options.timeoutMs }: Sender,
): Promise<HttpResponse> => {
  const at = present().toISOString()
  const began = performance.now()
  const maxBytes = request.maxBytes ?? options.limit ?? responseLimits.body.most
  const limits = { timeoutMs, signal, maxBytes, mayBeCut: request.maxBytes !== undefined }
  const refusal = await refusalOf(request.origin, options.leads)
  const received = refusal ? unsent(refusal) : await exchange(agent, withUserAgent(request, options.userAgent), limits)
  const arrivedAt = performance.now()
  const url = request.origin + request.path
  const body = readBody(received.bytes)
  const response: HttpResponse = {
    ...received,
    ...(received.silence === undefined && isTooDeep(body) ? { silence: beyondLimit('depth') } : {}),
    ...body,
    exchange: id,
    method: request.method,
    url,
    sentAt: began,
    arrivedAt,
  }
  await options.evidence.write(evidenceOf({ request, response, at, ms: arrivedAt - began, check }))
  return response
}

/** Returns why nothing may be sent to an origin. The client itself rejects anything that is not a web address, such as `null`. */
const refusalOf = async (origin: string, leads: Leads | undefined): Promise<Error | undefined> =>
  /^https?:/i.test(origin) && URL.canParse(origin)
    ? leads?.refusalOf(origin, proxyFor(origin) !== undefined)
    : undefined

const withUserAgent = (request: HttpRequest, userAgent: string | undefined): HttpRequest =>
  userAgent === undefined || request.headers.some(([name]) => name.toLowerCase() === 'user-agent')
    ? request
    : { ...request, headers: [...request.headers, ['user-agent', userAgent]] }

type CompletedExchange = { request: HttpRequest; response: HttpResponse; at: string; ms: number; check: string }

const evidenceOf = ({ request, response, at, ms, check }: CompletedExchange): Exchange => ({
  id: response.exchange,
  check,
  direction: 'sent',
  at,
  ms: Math.round(ms * 100) / 100,
  request: {
    method: request.method,
    url: response.url,
    headers: [...request.headers],
    ...(typeof request.body === 'object' ? evidenceBody(request.body) : evidenceText(request.body ?? '')),
  },
  ...(response.status === 0
    ? {}
    : { response: { status: response.status, headers: [...response.headers], ...receivedBody(response) } }),
  ...(response.silence ? { error: response.silence.message } : {}),
  ...(request.signed ? { signed: request.signed } : {}),
})

const receivedBody = ({ bytes, text }: HttpResponse) =>
  text === undefined ? evidenceBody(bytes) : evidenceText(text, bytes.length)
