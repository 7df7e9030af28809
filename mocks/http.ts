import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { getResponse, type HttpHandler, HttpResponse } from 'msw'
import { requestLimits, unparsed, unreadRequest } from '../harness/http/limits.ts'
import { Refusal } from '../protocol/errors.ts'
import { entryOf, textOf } from '../protocol/json/any-json.ts'
import { Connections } from './connections.ts'
import type { Losses } from './losses.ts'
import { attachRawRequest, keptBytes, type RawRequest, readBounded } from './raw-request.ts'
import { bodyBytes } from './recorded-request.ts'

/** Handlers, and the base address that they answer. */
export type ServedHandlers = {
  baseUrl: string
  handlers: HttpHandler[]
  /** Called for each connection where the caller begins TLS. */
  onTls: () => void
  /** Called for each request that a limit or the parser ended, with a sentence that says why. */
  onUnread: (beyond: string) => void
  /** Records requests that may not have been received. */
  losses: Losses
}

/** Where to listen; port 0 picks a free port. `requestMs`: how long a request may take to arrive, by default the limit. */
export type Listen = { host: string; port: number; requestMs?: number }

/** The first byte of every TLS connection (RFC 8446, section 5.1). */
const tlsHandshake = 0x16

/** How often Node checks for requests that take too long: its own 30 s would allow them half as much time again. */
const looksPerTimeout = 60

/** The errors of Node for a request that exceeds a limit. */
const limitErrors: Readonly<Record<string, keyof typeof requestLimits>> = {
  HPE_HEADER_OVERFLOW: 'headers',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'extensions',
  ERR_HTTP_REQUEST_TIMEOUT: 'seconds',
}

type ClientError = Error & { rawPacket?: Buffer; code?: string; reason?: string }

/**
 * Returns why Node's parser refuses a request; `undefined` for other errors, for a request that ends early, and for bytes after the last
 * one.
 */
const unparsedRequest = ({ code = '', reason = code }: ClientError): string | undefined =>
  /^HPE_(?!INVALID_EOF_STATE|CLOSED_CONNECTION)/.test(code)
    ? unparsed('a request of the target to the counterpart', reason)
    : undefined

/** The backlog: connections of strangers do not keep the target's waiting. */
const backlog = 4_096

// With more open exchanges than this, less of each body is kept, to bound the memory of all.
const exchangesWithLargeBodies = 64

/**
 * Serves MSW handlers over HTTP. `open` gets the listening address and returns the handlers to serve. Rejects with an
 * Error whose `code` is EADDRINUSE if the port is taken. `close` ends all open exchanges immediately.
 */
export const serveHandlers = async <Served extends ServedHandlers>(
  { requestMs = requestLimits.seconds.most * 1_000, ...listen }: Listen,
  open: (address: string) => Served,
) => {
  // The router gets a fixed address: it would reject some addresses before they are recorded.
  const app = Fastify({
    rewriteUrl: () => '/',
    forceCloseConnections: true,
    requestTimeout: requestMs,
    http: {
      maxHeaderSize: requestLimits.headers.most,
      headersTimeout: requestMs,
      connectionsCheckingInterval: Math.ceil(requestMs / looksPerTimeout),
    },
  })
  // Node silently drops those beyond 2,000.
  app.server.maxHeadersCount = 0
  let served: Served | undefined
  let connections: Connections | undefined
  app.server.prependListener('clientError', (error: ClientError, { bytesRead }: Socket) => {
    if (error.rawPacket?.[0] === tlsHandshake) return served?.onTls()
    const limit = entryOf(limitErrors, error.code)
    const unread = limit ? unreadRequest(limit) : unparsedRequest(error)
    // A preconnected socket has no request.
    if (unread !== undefined && bytesRead > 0) served?.onUnread(unread)
  })
  // Once it listens, an error comes from accepting a connection.
  app.server.on('error', ({ message }) => served?.losses.add(`a connection could not be accepted (${message})`))
  try {
    let openExchanges = 0
    // Runs before any parser, so that every method, body and content type gets through.
    app.addHook('onRequest', async ({ raw, originalUrl }, reply) => {
      reply.hijack()
      if (!served || !connections) return void reply.raw.destroy()
      openExchanges += 1
      const keep = openExchanges > exchangesWithLargeBodies ? bodyBytes + 1 : keptBytes
      const path = inOriginForm(originalUrl, served.baseUrl)
      await exchange({ incoming: raw, outgoing: reply.raw, path, keep }, served, connections)
      openExchanges -= 1
    })
    await app.listen({ ...listen, backlog })
    const address = addressOf(app, listen.host)
    served = open(address)
    connections = new Connections(app.server, { losses: served.losses })
    return { served, address, close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}

const reachableHost: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const addressOf = (app: FastifyInstance, listenHost: string): string => {
  const host = entryOf(reachableHost, listenHost) ?? listenHost
  const port = app.addresses().map(bound => (typeof bound === 'string' ? '' : bound.port))[0]
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; path: string; keep: number }

const exchange = async (
  { incoming, outgoing, path, keep }: Exchange,
  served: ServedHandlers,
  connections: Connections,
): Promise<void> => {
  const { socket } = incoming
  let isKnown = false
  connections.began(socket)
  const callerLeft = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) callerLeft.abort()
  })
  try {
    const bytes = await readBounded(incoming, keep)
    connections.arrived(socket)
    const rawRequest = { method: incoming.method ?? 'GET', path, rawHeaders: incoming.rawHeaders, bytes }
    const response = await respond(rawRequest, served, callerLeft.signal)
    isKnown = response.ok
    await send(outgoing, response)
  } catch (error) {
    // The caller left before the request or the response was complete, unless there was too much of it.
    if (error instanceof RangeError) served.onUnread(unreadRequest('body'))
    outgoing.destroy()
  }
  connections.ended(socket, isKnown)
}

const respond = async (
  rawRequest: RawRequest,
  { baseUrl, handlers }: ServedHandlers,
  signal: AbortSignal,
): Promise<Response> => {
  try {
    const restored = { ...rawRequest, path: withPrefix(rawRequest.path, baseUrl) }
    const request = attachRawRequest(requestOf(restored, baseUrl, signal), restored)
    const response = await getResponse(handlersFor(request, handlers), request)
    return response ?? refusal(new Refusal('NOT_FOUND', 404, 'No handler for this address'))
  } catch (error) {
    return refusal(new Refusal('COUNTERPART_FAILED', 500, `The counterpart itself failed: ${textOf(error)}`))
  }
}

/** Leaves out the handlers that cannot answer a request: MSW rereads the address and the cookies for each one that it tries. */
const handlersFor = ({ method, url }: Request, handlers: readonly HttpHandler[]): HttpHandler[] => {
  const { origin, pathname } = new URL(url)
  return handlers.filter(({ info }) => isMatch(info.method, method) && isMatch(info.path, origin + pathname))
}

const isMatch = (wanted: unknown, text: string): boolean =>
  wanted instanceof RegExp ? wanted.test(text) : wanted === text

const refusal = (reason: Refusal): Response => HttpResponse.json(reason.body(), { status: reason.status })

/** Returns the path and query of an absolute address of the counterpart, which a server must accept: RFC 9112, section 3.2.2. */
const inOriginForm = (target: string, baseUrl: string): string => {
  const [, path] = /^https?:\/\/[^/?]*(.*)/i.exec(target) ?? []
  if (path === undefined || URL.parse(target)?.host !== new URL(baseUrl).host) return target
  return path.startsWith('/') ? path : `/${path}`
}

// A signature covers the path that the target sent: restores the prefix of the public address if a proxy removed it.
const withPrefix = (path: string, baseUrl: string): string => {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  return prefix === '' || path.startsWith(`${prefix}/`) ? path : `${prefix}${path}`
}

const requestOf = ({ method, path, rawHeaders, bytes }: RawRequest, baseUrl: string, signal: AbortSignal): Request => {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  const mayCarryBody = method !== 'GET' && method !== 'HEAD' && bytes.length > 0
  return new Request(`${new URL(baseUrl).origin}${path.startsWith('/') ? '' : '/'}${path}`, {
    // A Request cannot be a TRACE; the raw request keeps the real method.
    method: method === 'TRACE' ? 'OPTIONS' : method,
    headers,
    signal,
    ...(mayCarryBody && { body: new Uint8Array(bytes) }),
  })
}

const send = async (outgoing: ServerResponse, response: Response): Promise<void> => {
  if (response.type === 'error') return void outgoing.destroy()
  outgoing.writeHead(response.status, [...response.headers].flat())
  if (response.body === null) return void outgoing.end()
  // Only an endless response has no length; a stream would be the most expensive part of a request.
  if (response.headers.has('content-length')) return void outgoing.end(new Uint8Array(await response.arrayBuffer()))
  await pipeline(Readable.fromWeb(response.body), outgoing)
}
