import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kept, Storage } from './storage.ts'

/** If several processes share the state, makes every request to a route with state wait for a turn of its process. */
export const handleInTurn = (server: FastifyInstance, { turns }: Storage): void => {
  if (turns === undefined) return
  server.addHook('preHandler', ({ routeOptions }, _reply, done) => {
    const entered = routeOptions.config.isStateless ? undefined : turns.enter()
    if (entered === undefined) return done()
    entered.then(() => done(), done)
  })
}

/**
 * Holds every answer back until the writes of its request, and those that it may have read, are durable. If that fails, the request
 * is answered with the failure.
 */
export const answerWhenDurable = (server: FastifyInstance, { watch }: Storage): void => {
  const watched = new WeakMap<FastifyRequest, Kept>()
  server.addHook('onRequest', (request, _reply, done) => {
    watched.set(request, watch())
    done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    const kept = watched.get(request)?.()
    if (kept === undefined) return done(null, payload)
    // The answer that reports a failure need not wait.
    watched.delete(request)
    kept.then(() => done(null, payload), done)
  })
}
