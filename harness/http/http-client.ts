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

/** Sends requests, keeps evidence of each, and follows no redirect. */
export type HttpClient = {
  /** Sends a request when its turn comes, and again at a slower pace while it is throttled (429, 503). Never throws. */
  send(request: Outgoing, sender: Sender): Promise<HttpResponse>
  /** Number of requests sent, and of those whose connection closed before they had a response. */
  readonly requests: number
  readonly broken: number
  /** Milliseconds from a request to its response, as a moving average; 0 before the first response. */
  readonly latencyMs: number
  /** The least that a response has taken so far, in milliseconds: what lies between, when nothing is busy. */
  readonly leastLatencyMs: number
  /** The most that a response has taken so far for which the client's time limit held, in milliseconds, and that limit. */
  readonly slowestMs: number
  readonly timeoutMs: number
  /** Milliseconds until a request has its response, the waits for its turn and while it is throttled included, as a moving average. */
  readonly turnMs: number
  /** Decides where requests may go; absent: everywhere. */
  readonly leads?: Leads
  /** Whether a header of a response was folded over several lines. */
  readonly foldsHeaders?: boolean
  close(): Promise<void>
}

/** How requests are sent, and where they are written down. */
export type HttpClientOptions = {
  evidence: Evidence
  /** Milliseconds for one request, its response included. */
  timeoutMs: number
  /** Most requests at a time, and most connections. */
  concurrency: number
  /** Most requests a second. */
  maxRps?: number
  /** The time of the run for a target that throttles; by default an hour. */
  throttling?: Throttling
  /** A request that the target answers at any time: it tells a busy target from one that fails at a request. */
  control?: HttpRequest
  /** Value of the User-Agent header of requests that have none. */
  userAgent?: string
  /** Bytes of a body that are kept, 1 MiB by default. */
  limit?: number
  /** Decides where requests may go; absent: everywhere. */
  leads?: Leads
}

/** Closes an unused connection after this time: sooner than servers do, so that none is closed under a request. */
const keepAliveMs = 1_000

const nothingMeasured = {
  requests: 0,
  broken: 0,
  latencyMs: 0,
  leastLatencyMs: Number.POSITIVE_INFINITY,
  slowestMs: 0,
  turnMs: 0,
}

/** Creates a client for HTTP/1.1 with one pool of connections for each origin. */
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
      if (response.silence?.kind === 'broken') client.broken += 1
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

/** What a client learns of a target that throttles. */
const newlyKnown = ({ throttling }: HttpClientOptions) => ({
  throttled: createThrottledTime(throttling),
  respondedWith503: new Set<string>(),
  repeated: new Map<string, Promise<unknown>>(),
})

const waitFor = <T>({ check }: Sender, what: Lent, work: Promise<T>): Promise<T> =>
  activity.waitFor({ who: check, what: lentOut[what] }, work)

/**
 * Returns whether a server may have closed a connection that it had kept open just when a GET was sent: RFC 9110, section 9.2.2, has a
 * client send such a request again. Any other request may have had an effect.
 */
const isClosedUnderway = ({ method, status, silence }: HttpResponse): boolean =>
  method === 'GET' && status === 0 && silence?.kind === 'broken'

/** Milliseconds before each further try to connect: a single refusal may be that of a busy line or of a server that restarts. */
const pausesMs = [100, 400]

/** Returns whether no connection was made, so that the request cannot have had an effect. */
const isUnsent = ({ status, silence }: HttpResponse): boolean =>
  status === 0 && silence?.kind === 'refused' && /^connect ECONN/.test(silence.message)

const movingAverage = (average: number, ms: number): number => (average === 0 ? ms : average * 0.9 + ms * 0.1)

/**
 * Opens the connections of a client, and sends each request by one that it keeps; a GET whose connection is closed by a new one, too. Where
 * that is answered, the target closes what it keeps too soon, and each further request has a connection of its own.
 */
const openConnections = (options: HttpClientOptions) => {
  const { leads } = options
  let foldsHeaders = false
  const connect = withPlainHeads(throughProxy(process.env, leads && (origin => leads.lookup(origin))), () => {
    foldsHeaders = true
  })
  // By HTTP/2 all requests share one connection, which servers end for all of them where one is too long or is given up.
  const common = {
    connections: options.concurrency,
    maxHeaderSize: responseLimits.headers.most,
    allowH2: false,
    connect,
  }
  const kept = new Agent({ ...common, keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs })
  // Without pipelining no connection is kept.
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

/** Returns why nothing is sent to an origin. What is not a web address (`null`) is for the client to refuse: it cannot be sent. */
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
