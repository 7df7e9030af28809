import type { FastifyInstance, FastifyReply } from 'fastify'
import type { MerchantPolicies } from '../../../reference/merchant/policies.ts'
import type { Variant } from '../variant.ts'

const isJson = (reply: FastifyReply): boolean => String(reply.getHeader('content-type')).startsWith('application/json')

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

const chunkedAndClosing = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply, payload) => {
    reply.header('connection', 'close')
    return isJson(reply) ? inHalves(String(payload)) : payload
  })
}

const slow = (server: FastifyInstance): void => {
  server.addHook('onRequest', () => new Promise(resolve => setTimeout(resolve, 150)))
}

/** One request in so many is told to come again. */
const oneIn = 40

const throttled = (server: FastifyInstance): void => {
  let count = 0
  server.addHook('onRequest', async ({ method }, reply) => {
    if (method !== 'POST' || ++count % oneIn !== 0) return undefined
    reply.code(429).header('retry-after', '1')
    return reply.send({ error: { code: 'TOO_MANY_REQUESTS', message: 'Come again in a second.', details: {} } })
  })
}

const elsewhere = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    if (method === 'DELETE' || method === 'PUT') return reply.code(405).header('allow', 'GET, POST').send()
    return url === '/' ? reply.redirect('https://shop.example/', 301) : undefined
  })
  server.addHook('onSend', async ({ is404 }, reply, payload) => {
    if (!is404) return payload
    reply.header('content-type', 'text/html')
    return '<!doctype html><title>Not found</title><h1>Not found</h1>'
  })
}

/** Other behaviour of the HTTP server: nothing of it is in the document. */
export const httpVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'answers come in chunks, on connections that are then closed',
    story: 'A framework that streams behind an old load balancer.',
    prepare: chunkedAndClosing,
  },
  { name: 'answers take 150 ms', story: 'Another continent, and a database behind it.', prepare: slow },
  { name: 'one request in forty has to come again', story: 'A limit of rate.', prepare: throttled },
  {
    name: 'what is no operation is a page, a redirect, or not allowed',
    story: 'The website of the shop answers wherever the interface does not.',
    prepare: elsewhere,
  },
  { name: 'bodies may have 64 KiB', story: 'No order is larger.', profile: { bodyLimit: 65_536 } },
]
