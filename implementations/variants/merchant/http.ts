import type { FastifyInstance } from 'fastify'
import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import { closeConnections, delayResponses, isJsonResponse, sendInChunks, serveNotFoundPage } from '../support/http.ts'
import type { Variant } from '../variant.ts'

const streamAndClose = (server: FastifyInstance): void => {
  closeConnections(server)
  sendInChunks(isJsonResponse)(server)
}

/** One of this many requests is refused. */
const oneIn = 40

const limitRate = (server: FastifyInstance): void => {
  let count = 0
  server.addHook('onRequest', async ({ method }, reply) => {
    if (method !== 'POST' || ++count % oneIn !== 0) return undefined
    reply.code(429).header('retry-after', '1')
    return reply.send({ error: { code: 'TOO_MANY_REQUESTS', message: 'Come again in a second.', details: {} } })
  })
}

const answerOtherPaths = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    if (method === 'DELETE' || method === 'PUT') return reply.code(405).header('allow', 'GET, POST').send()
    return url === '/' ? reply.redirect('https://shop.example/', 301) : undefined
  })
  serveNotFoundPage(server, '<!doctype html><title>Not found</title><h1>Not found</h1>')
}

/** Other behaviour of the HTTP server, none of which the document mentions. */
export const httpVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'answers come in chunks, on connections that are then closed',
    story: 'A framework streams behind an old load balancer.',
    prepare: streamAndClose,
  },
  { name: 'answers take 150 ms', story: 'On another continent, with a database behind it.', prepare: delayResponses },
  { name: 'one request in forty has to come again', story: 'Requests are rate-limited.', prepare: limitRate },
  {
    name: 'an unknown path is a page, a redirect, or not allowed',
    story: 'The website of the shop answers every other path.',
    prepare: answerOtherPaths,
  },
  { name: 'bodies may have 64 KiB', story: 'No order is larger.', profile: { bodyLimit: 65_536 } },
]
