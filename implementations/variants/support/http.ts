import type { FastifyInstance, FastifyReply } from 'fastify'

/** Delays every response by 150 ms. */
export const delayResponses = (server: FastifyInstance): void => {
  server.addHook('onRequest', () => new Promise(resolve => setTimeout(resolve, 150)))
}

const splitInTwo = (text: string): ReadableStream => {
  const bytes = new TextEncoder().encode(text)
  return ReadableStream.from([bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)])
}

/** Returns whether a response is JSON. */
export const isJsonResponse = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('application/json')

/** Sends some responses in two chunks, without a content length. */
export const sendInChunks =
  (isChunked: (reply: FastifyReply) => boolean) =>
  (server: FastifyInstance): void => {
    server.addHook('onSend', async (_request, reply, payload) =>
      typeof payload === 'string' && payload !== '' && isChunked(reply) ? splitInTwo(payload) : payload,
    )
  }

/** Closes the connection after every response. */
export const closeConnections = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply) => void reply.header('connection', 'close'))
}

/** Answers unknown paths with an HTML page. */
export const serveNotFoundPage = (server: FastifyInstance, page: string): void => {
  server.addHook('onSend', async ({ is404 }, reply, payload) => {
    if (!is404) return payload
    reply.header('content-type', 'text/html')
    return page
  })
}
