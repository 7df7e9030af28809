import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import type { Variant } from '../variant.ts'

/** Closes the connection of every two-hundredth transfer, and carries it out a while later. */
const transferLate = (server: FastifyInstance): void => {
  let transfers = 0
  server.addHook('preValidation', async ({ url }, reply) => {
    if (!url.endsWith('/transfer/create')) return
    transfers += 1
    if (transfers % 200 !== 0) return
    reply.raw.destroy()
    await setTimeout(400)
  })
}

/** Transfers that are carried out when nobody waits for them any more. */
export const lateTransferVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'some transfers are carried out after their connection closed',
    story: 'The proxy closes connections when it is reloaded, and has passed the transfer to a queue.',
    prepare: transferLate,
    isAlone: 'Checks whose requests are lost are tried again, so that a fault that comes once would not show.',
  },
]
