import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../protocol/errors.ts'
import { healthPaths, isProbe } from './health-paths.ts'

/** The time that running requests get to finish when a role is stopped, in ms. */
const longestStopMs = 10_000

/** Limits the requests of each address per second. */
export const limitRate = (server: FastifyInstance, perSecond: number, now: () => number = Date.now): void => {
  const counts = new Map<string, number>()
  let second = 0
  server.addHook('onRequest', async (request, reply) => {
    if (isProbe(request)) return
    const current = Math.floor(now() / 1000)
    if (current !== second) counts.clear()
    second = current
    const count = (counts.get(request.ip) ?? 0) + 1
    counts.set(request.ip, count)
    if (count <= perSecond) return
    reply.header('retry-after', '1')
    throw new Refusal('RATE_LIMITED', 429, `This sandbox answers ${perSecond} requests of an address in a second.`)
  })
}

const stopping = (): Refusal => new Refusal('STOPPING', 503, 'This sandbox is being stopped.')

/**
 * Serves GET /healthz (200 while the process answers) and GET /readyz (503 once it is to stop). The result stops the role: it
 * refuses new requests, waits for running ones, and closes the server.
 */
export const operate = (server: FastifyInstance): (() => Promise<void>) => {
  const drained = Promise.withResolvers<void>()
  let running = 0
  let isStopping = false
  server.addHook('onRequest', ({ routeOptions }, reply, done) => {
    if (isStopping) reply.header('connection', 'close')
    if (isStopping && routeOptions.url !== healthPaths.healthy) return done(stopping())
    running++
    reply.raw.once('close', () => {
      running--
      if (isStopping && running === 0) drained.resolve()
    })
    done()
  })
  const status = (text: string) => async () => ({ status: text })
  server.get(healthPaths.healthy, { config: { isStateless: true } }, status('healthy'))
  server.get(healthPaths.ready, status('ready'))
  return async () => {
    isStopping = true
    if (running === 0) drained.resolve()
    await Promise.race([drained.promise, setTimeout(longestStopMs, undefined, { ref: false })])
    await server.close()
  }
}
