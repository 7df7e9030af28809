import type { FastifyInstance } from 'fastify'
import type { Implementation } from '../implementation.ts'

/** Dates every response by a clock that is ahead of ours. */
export const dateAhead =
  (aheadMs: number) =>
  (server: FastifyInstance): void => {
    // Responses to requests that the framework refuses pass no hook.
    server.server.prependListener('request', (_request, response) => {
      response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
    })
  }

/** A service whose clock is ahead of ours. Only Expires says how long its pages may be kept: `lifetimeMs` from their Date. */
export const clockAhead = (
  aheadMs: number,
  lifetimeMs: number,
): Required<Pick<Implementation<unknown>, 'ports' | 'prepare'>> => ({
  ports: { now: () => Date.now() + aheadMs },
  prepare: server => {
    dateAhead(aheadMs)(server)
    server.addHook('onSend', async (_request, reply) => {
      if (!String(reply.getHeader('content-type')).startsWith('text/html')) return
      const datedAt = Date.parse(String(reply.raw.getHeader('date')))
      reply.removeHeader('cache-control').header('expires', new Date(datedAt + lifetimeMs).toUTCString())
    })
  },
})
