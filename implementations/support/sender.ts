import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const senders = new AsyncLocalStorage<unknown>()

/** Makes a server remember the sender of the current request. */
export const rememberSender = (server: FastifyInstance): void => {
  server.addHook('onRequest', ({ headers }, _reply, done) => senders.run(headers['x-oc-id'], done))
}

/** Returns the OCID of the sender of the current request, on a server with `rememberSender`. */
export const senderOfRequest = (): number => Number(senders.getStore())
