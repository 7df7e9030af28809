import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { getResponse, HttpResponse, type RequestHandler } from 'msw'
import { Refusal } from '../protocol/errors.ts'
import { bring, keptBytes, type RawRequest, readBounded } from './raw-request.ts'
import { bodyBytes } from './recorded-request.ts'

/** Handlers, and the base address that they were written for. */
export type Served = { baseUrl: string; handlers: RequestHandler[] }

/** Port 0 takes a free one. */
export type Listen = { host: string; port: number }

const requestTimeoutMs = 60_000
const connections = 2048

// Beyond so many exchanges at a time less is kept of each body, so that all of them together stay small.
const roomyExchanges = 64

/**
 * Serves MSW handlers over real HTTP. `open` is given the listening address, once that is known, and returns what to serve.
 * Rejects as `listen` does (`code` is EADDRINUSE where the port is taken). `close` is at once, whatever is under way.
 */
export const serveHandlers = async <Play extends Served>(listen: Listen, open: (address: string) => Play) => {
  // The address is kept from the router, which would refuse some before anybody saw them.
  const app = Fastify({ rewriteUrl: () => '/', forceCloseConnections: true, requestTimeout: requestTimeoutMs })
  app.server.maxConnections = connections
  try {
    let served: Play | undefined
    let underWay = 0
    // Before any parser, so that bodies and content types of any kind come through, and for every method.
    app.addHook('onRequest', async ({ raw, originalUrl }, reply) => {
      reply.hijack()
      if (!served) return void reply.raw.destroy()
      underWay += 1
      const keep = underWay > roomyExchanges ? bodyBytes : keptBytes
      await exchange({ incoming: raw, outgoing: reply.raw, path: originalUrl, keep }, served)
      underWay -= 1
    })
    await app.listen(listen)
    const address = addressOf(app, listen.host)
    served = open(address)
    return { served, address, close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}

const reachable: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const addressOf = (app: FastifyInstance, given: string): string => {
  const host = reachable[given] ?? given
  const port = app.addresses().map(bound => (typeof bound === 'string' ? '' : bound.port))[0]
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; path: string; keep: number }

const exchange = async ({ incoming, outgoing, path, keep }: Exchange, served: Served): Promise<void> => {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    const bytes = await readBounded(incoming, keep)
    const rawRequest = { method: incoming.method ?? 'GET', path, rawHeaders: incoming.rawHeaders, bytes }
    await send(outgoing, await answer(rawRequest, served, gone.signal))
  } catch {
    // The caller broke off in the middle of its request or of our answer.
    outgoing.destroy()
  }
}

const answer = async (
  rawRequest: RawRequest,
  { baseUrl, handlers }: Served,
  signal: AbortSignal,
): Promise<Response> => {
  try {
    const seen = { ...rawRequest, path: seenPath(rawRequest.path, baseUrl) }
    const response = await getResponse(handlers, bring(requestOf(seen, baseUrl, signal), seen))
    return response ?? refusal(new Refusal('NOT_FOUND', 404, 'Nobody answers here'))
  } catch (error) {
    return refusal(new Refusal('COUNTERPART_FAILED', 500, `The counterpart itself failed: ${error}`))
  }
}

const refusal = (reason: Refusal): Response => HttpResponse.json(reason.body(), { status: reason.status })

// Signatures cover the path as the target sent it: a prefix of the public address that a proxy took away is put back.
const seenPath = (path: string, baseUrl: string): string => {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  return prefix === '' || path.startsWith(`${prefix}/`) ? path : `${prefix}${path}`
}

const requestOf = ({ method, path, rawHeaders, bytes }: RawRequest, baseUrl: string, signal: AbortSignal): Request => {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  const mayCarryBody = method !== 'GET' && method !== 'HEAD' && bytes.length > 0
  return new Request(`${new URL(baseUrl).origin}${path.startsWith('/') ? '' : '/'}${path}`, {
    // A Request cannot be a TRACE; the arrival says what it was.
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
  await pipeline(Readable.fromWeb(response.body), outgoing)
}
