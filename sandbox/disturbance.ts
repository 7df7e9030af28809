import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../protocol/errors.ts'
import { isProbe } from './health-paths.ts'

/** Simulated trouble: by how much each answer is delayed, and the share of requests that fail, from 0 to 1. */
export type Disturbance = { slowMs?: number; fail?: number }

const system = { random: Math.random, wait: (ms: number): Promise<void> => setTimeout(ms) }

/** Delays every answer, and fails a share of the requests before they have any effect. */
export const disturb = (
  server: FastifyInstance,
  { slowMs = 0, fail = 0 }: Disturbance,
  { random, wait } = system,
): void => {
  if (slowMs === 0 && fail === 0) return
  server.addHook('onRequest', async request => {
    if (isProbe(request)) return
    if (slowMs > 0) await wait(slowMs)
    if (random() < fail)
      throw new Refusal('FAILED_ON_PURPOSE', 503, 'This sandbox fails some requests on purpose. Nothing was changed.')
  })
}
