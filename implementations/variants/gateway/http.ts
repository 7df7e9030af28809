import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { dateAhead } from '../../support/clocks.ts'
import { closeConnections, delayResponses, isJsonResponse, sendInChunks, serveNotFoundPage } from '../support/http.ts'
import type { Variant } from '../variant.ts'

const compressResponses = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || payload === '') return payload
    reply.header('content-encoding', 'gzip')
    return gzipSync(payload)
  })
}

const addBlanks = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply, payload) => {
    reply.header('x-cache', 'MISS \t')
    if (typeof payload === 'string' && payload !== '') reply.header('content-length', `${Buffer.byteLength(payload)} `)
  })
}

const omitDate = (server: FastifyInstance): void => {
  server.addHook('onRequest', async (_request, reply) => {
    reply.raw.sendDate = false
  })
}

const addPlatformHeaders = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({
      server: 'gw/2.0',
      'x-request-id': '5d1f3c1e',
      'strict-transport-security': 'max-age=63072000',
      'access-control-allow-origin': '*',
      'x-ratelimit-remaining': '998',
      vary: 'Accept, Origin',
      'content-language': 'en',
    })
  })
}

/** Answers other paths with a page or a redirect, and other methods with 405. */
const answerOtherPaths = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    if (method === 'OPTIONS') return reply.code(204).header('allow', 'GET, POST').send()
    if (method === 'HEAD' || method === 'DELETE') return reply.code(405).header('allow', 'GET').send()
    return url === '/' ? reply.redirect('https://gateway.example/', 301) : undefined
  })
  serveNotFoundPage(server, '<!doctype html><title>Not found</title><h1>Not found</h1>')
}

/** Makes the metadata cacheable, with an ETag. */
const cacheMetadata = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ url, headers }, reply, payload) => {
    if (!url.endsWith('/metadata.json')) return payload
    const etag = `"${createHash('sha256').update(String(payload)).digest('base64url')}"`
    reply.headers({
      'cache-control': 'public, max-age=3600',
      etag,
      expires: new Date(Date.now() + 3_600_000).toUTCString(),
    })
    if (headers['if-none-match'] !== etag) return payload
    reply.code(304)
    return ''
  })
}

/** Refuses bodies that are not JSON before the caller is authenticated. */
const parseFirst = (server: FastifyInstance): void => {
  server.addHook('preHandler', async ({ body }, reply) => {
    if (!Buffer.isBuffer(body)) return undefined
    try {
      JSON.parse(body.toString('utf8'))
      return undefined
    } catch {
      return reply.code(400).send({ error: { code: 'MALFORMED_JSON', message: 'This is not JSON.', details: {} } })
    }
  })
}

/** Answers some requests with a status that asks for a pause. */
const limitRate = (status: number) => (server: FastifyInstance) => {
  let requests = 0
  server.addHook('onRequest', async (_request, reply) => {
    requests += 1
    if (requests % 120 !== 0) return undefined
    const error = { code: 'RATE_LIMITED', message: 'Too many requests.', details: {} }
    return reply.code(status).header('retry-after', '1').send({ error })
  })
}

/** Other behaviour of the HTTP server, none of which the document mentions. */
export const httpVariants: readonly Variant<GatewayPolicies>[] = [
  { name: 'answers take 150 ms', story: 'On another continent, with a database behind it.', prepare: delayResponses },
  {
    name: 'answers come in chunks, without a length',
    story: 'A framework that streams.',
    prepare: sendInChunks(isJsonResponse),
  },
  { name: 'connections are closed after each answer', story: 'An old load balancer.', prepare: closeConnections },
  {
    name: 'answers are gzip, asked or not',
    story: 'A client that does not name a coding accepts every one.',
    prepare: compressResponses,
  },
  {
    name: 'values of headers are followed by blanks',
    story: 'The platform pads its headers to fixed widths.',
    prepare: addBlanks,
  },
  { name: 'answers have no date', story: 'A small HTTP stack.', prepare: omitDate },
  {
    name: 'answers are dated by a proxy whose clock is ahead',
    story: 'The proxy writes the header anew, and its clock was never set.',
    prepare: dateAhead(4_000),
  },
  {
    name: 'answers carry headers of the platform',
    story: 'An API gateway in front of the gateway.',
    prepare: addPlatformHeaders,
  },
  {
    name: 'an unknown path is a page or a redirect',
    story: 'The website answers every other path.',
    prepare: answerOtherPaths,
  },
  { name: 'the metadata may be cached', story: 'It rarely changes.', prepare: cacheMetadata },
  {
    name: 'malformed JSON is refused before its caller is checked',
    story: 'The parser runs first.',
    prepare: parseFirst,
  },
  { name: 'some requests have to come again', story: 'Rate limits that all customers share.', prepare: limitRate(429) },
  { name: 'some requests are forbidden for a second', story: 'A quota of the API gateway.', prepare: limitRate(403) },
  {
    name: 'bodies may have 64 KiB',
    story: 'No order is larger.',
    profile: { bodyLimit: 65_536 },
  },
  {
    name: 'bodies may have 8 MiB',
    story: 'The limit of the proxy in front.',
    profile: { bodyLimit: 8 * 1_048_576 },
  },
]
