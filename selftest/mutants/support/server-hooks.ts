import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What a server does before it listens. */
export type Prepare = (server: FastifyInstance) => void

/** Another text in place of that of an answer. */
type Rewrite = (text: string, request: FastifyRequest, reply: FastifyReply) => string | Buffer | Promise<string>

/** Every answer with a body on its way out: how it is dressed, and what it says. */
export const rewriteResponses =
  (rewrite: Rewrite): Prepare =>
  server => {
    server.addHook('onSend', async (request, reply, payload) =>
      typeof payload === 'string' && payload !== '' ? rewrite(payload, request, reply) : payload,
    )
  }

/** Requests of some kind never come to their handler. */
export const refuseRequests =
  (isMeant: (request: FastifyRequest) => boolean, status: number, error: object): Prepare =>
  server => {
    server.addHook('onRequest', async (request, reply) => {
      if (isMeant(request)) await reply.code(status).type('application/json; charset=utf-8').send(error)
    })
  }

export const isMetadata = ({ url }: FastifyRequest): boolean => url.startsWith('/metadata.json')

/** Whether an answer is the JSON of a refusal, and no page. */
export const isRefusal = ({ statusCode }: FastifyReply, text: string): boolean =>
  statusCode >= 400 && text.startsWith('{')

/** Another path for what the reference serves: what a proxy in front of it does. */
export const rewritePath =
  (from: RegExp, to: string) =>
  ({ server }: FastifyInstance): void => {
    server.prependListener('request', request => {
      request.url = request.url?.replace(from, to) ?? ''
    })
  }
