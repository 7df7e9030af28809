import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { GatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { Variant } from '../variant.ts'

const slow = (server: FastifyInstance): void => {
  server.addHook('onRequest', () => new Promise(resolve => setTimeout(resolve, 150)))
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type') ?? '').startsWith('application/json')

const inHalves = (text: string): ReadableStream => {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start: controller => {
      controller.enqueue(bytes.subarray(0, bytes.length / 2))
      controller.enqueue(bytes.subarray(bytes.length / 2))
      controller.close()
    },
  })
}

const chunked = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply, payload) => (isJson(reply) ? inHalves(String(payload)) : payload))
}

const closing = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply) => void reply.header('connection', 'close'))
}

const zipped = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || payload === '') return payload
    reply.header('content-encoding', 'gzip')
    return gzipSync(payload)
  })
}

const undated = (server: FastifyInstance): void => {
  server.addHook('onRequest', async (_request, reply) => {
    reply.raw.sendDate = false
  })
}

const dressed = (server: FastifyInstance): void => {
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

/** What is no operation is a page, a redirect, or a method that is not allowed. */
const elsewhere = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    if (method === 'OPTIONS') return reply.code(204).header('allow', 'GET, POST').send()
    if (method === 'HEAD' || method === 'DELETE') return reply.code(405).header('allow', 'GET').send()
    return url === '/' ? reply.redirect('https://gateway.example/', 301) : undefined
  })
  server.addHook('onSend', async ({ is404 }, reply, payload) => {
    if (!is404) return payload
    reply.header('content-type', 'text/html')
    return '<!doctype html><title>Not found</title><h1>Not found</h1>'
  })
}

/** A document that may be kept, and asked for again with its tag. */
const cached = (server: FastifyInstance): void => {
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

/** Requests that are no JSON are refused before anybody asks who sends them. */
const readFirst = (server: FastifyInstance): void => {
  server.addHook('preHandler', async ({ body }, reply) => {
    if (!Buffer.isBuffer(body)) return undefined
    try {
      JSON.parse(body.toString('utf8'))
      return undefined
    } catch {
      return reply.code(400).send({ error: { code: 'MALFORMED_JSON', message: 'This is no JSON.', details: {} } })
    }
  })
}

/** Now and then somebody is asked to come back in a second. */
const shedding = (server: FastifyInstance): void => {
  let requests = 0
  server.addHook('onRequest', async (_request, reply) => {
    requests += 1
    if (requests % 40 !== 0) return undefined
    const error = { code: 'RATE_LIMITED', message: 'Too many requests.', details: {} }
    return reply.code(429).header('retry-after', '1').send({ error })
  })
}

/** Other ways of HTTP: nothing of it is in the document. */
export const httpVariants: readonly Variant<GatewayPolicies>[] = [
  { name: 'answers take 150 ms', story: 'Another continent, and a database behind it.', prepare: slow },
  { name: 'answers come in chunks, without a length', story: 'A framework that streams.', prepare: chunked },
  { name: 'connections are closed after each answer', story: 'An old load balancer.', prepare: closing },
  { name: 'answers are gzip, asked or not', story: 'Who names no coding takes every one.', prepare: zipped },
  { name: 'answers have no date', story: 'A small HTTP stack.', prepare: undated },
  { name: 'answers carry headers of the platform', story: 'A gateway in front of the gateway.', prepare: dressed },
  {
    name: 'what is no operation is a page or a redirect',
    story: 'The website answers wherever the interface does not.',
    prepare: elsewhere,
  },
  { name: 'the metadata may be cached', story: 'It hardly ever changes.', prepare: cached },
  {
    name: 'what is no JSON is refused before its caller is looked at',
    story: 'The parser runs first.',
    prepare: readFirst,
  },
  { name: 'some requests have to come again', story: 'Rate limits, shared by all customers.', prepare: shedding },
  {
    name: 'bodies may have 64 KiB',
    story: 'No order is larger.',
    profile: { bodyLimit: 65_536 },
  },
  {
    name: 'bodies may have 8 MiB',
    story: 'The limit of the proxy in front of everything.',
    profile: { bodyLimit: 8 * 1_048_576 },
  },
]
