import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kept, Storage } from './storage.ts'

/** Lets every request to a route that has state wait for a turn of its process, where several share the state. */
export const handleInTurn = (server: FastifyInstance, { turns }: Storage): void => {
  if (turns === undefined) return
  server.addHook('preHandler', ({ routeOptions }, _reply, done) => {
    const entered = routeOptions.config.isStateless ? undefined : turns.enter()
    if (entered === undefined) return done()
    entered.then(() => done(), done)
  })
}

/**
 * Holds every answer back until what its request set, and what it may have read, is kept for good. If that fails, the request is
 * answered with the failure.
 */
export const answerWhenKept = (server: FastifyInstance, { watch }: Storage): void => {
  const watched = new WeakMap<FastifyRequest, Kept>()
  server.addHook('onRequest', (request, _reply, done) => {
    watched.set(request, watch())
    done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    const kept = watched.get(request)?.()
    if (kept === undefined) return done(null, payload)
    // The answer that tells of a failure need not wait for anything.
    watched.delete(request)
    kept.then(() => done(null, payload), done)
  })
}
