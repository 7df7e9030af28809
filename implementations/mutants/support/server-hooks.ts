import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A change to a server before it listens. */
export type Prepare = (server: FastifyInstance) => void

/** Returns the text to send instead of a response. */
type Rewrite = (text: string, request: FastifyRequest, reply: FastifyReply) => string | Buffer | Promise<string>

/** Rewrites every response with a body before it is sent. */
export const rewriteResponses =
  (rewrite: Rewrite): Prepare =>
  server => {
    server.addHook('onSend', async (request, reply, payload) =>
      typeof payload === 'string' && payload !== '' ? rewrite(payload, request, reply) : payload,
    )
  }

/** Refuses some requests before they reach a handler. */
export const refuseRequests =
  (isMeant: (request: FastifyRequest) => boolean, status: number, error: object): Prepare =>
  server => {
    server.addHook('onRequest', async (request, reply) => {
      if (isMeant(request)) await reply.code(status).type('application/json; charset=utf-8').send(error)
    })
  }

/** Removes the attribute SameSite from page cookies: browsers then send them from other sites for two minutes, or indefinitely. */
export const omitSameSite = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply) => {
    const cookie = reply.getHeader('set-cookie')
    // Otherwise Fastify sends both cookies.
    if (cookie !== undefined)
      reply.removeHeader('set-cookie').header('set-cookie', String(cookie).replace(/; SameSite=\w+/, ''))
  })
}

export const isMetadata = ({ url }: FastifyRequest): boolean => url.startsWith('/metadata.json')

/** Returns whether a response is a refusal in JSON. */
export const isRefusal = ({ statusCode }: FastifyReply, text: string): boolean =>
  statusCode >= 400 && text.startsWith('{')

/** Rewrites the path of requests, as a proxy does. */
export const rewritePath =
  (from: RegExp, to: string) =>
  ({ server }: FastifyInstance): void => {
    server.prependListener('request', request => {
      request.url = request.url?.replace(from, to) ?? ''
    })
  }
