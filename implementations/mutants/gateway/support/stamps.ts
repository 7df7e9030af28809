import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const stamps = new AsyncLocalStorage<number>()

/** Keeps the X-OC-Timestamp of each request while it is handled. */
export const keepStamps = (server: FastifyInstance): void =>
  void server.addHook('preHandler', ({ headers }, _reply, done) => stamps.run(Number(headers['x-oc-timestamp']), done))

/** Returns the X-OC-Timestamp of the current request, in Unix seconds. */
export const stampOfRequest = (): number | undefined => stamps.getStore()
