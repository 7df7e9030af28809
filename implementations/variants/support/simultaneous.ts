import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lookThenAct } from '../../support/changes.ts'
import type { AnyVariant } from '../variant.ts'

type Prepare = (server: FastifyInstance) => void

/** Handles each request after the response to the previous one. */
const takeOneAtATime: Prepare = server => {
  let last = Promise.resolve()
  server.addHook('onRequest', async (_request, reply) => {
    const before = last
    last = new Promise(resolve => reply.raw.once('close', resolve))
    await before
  })
}

/** Refuses a request while another with its key is in progress; never refuses one without a key. */
export const refuseMeanwhile =
  (keyOf: (request: FastifyRequest) => string | undefined, refuse: (reply: FastifyReply) => FastifyReply): Prepare =>
  server => {
    const underWay = new Set<string>()
    server.addHook('preHandler', async (request, reply) => {
      const key = keyOf(request)
      if (key === undefined) return
      if (underWay.has(key)) return refuse(reply)
      underWay.add(key)
      reply.raw.once('close', () => underWay.delete(key))
      await lookThenAct(undefined)
    })
  }

/** Returns the caller and nonce of a request; undefined if it has neither. */
export const nonceOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['x-oc-nonce'] === undefined ? undefined : `${headers['x-oc-id']} ${headers['x-oc-nonce']}`

/** Refuses with a status and an error body with an undocumented code. */
export const refuseAs =
  (status: number) =>
  (reply: FastifyReply): FastifyReply =>
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: { code: 'CONFLICT', message: 'Please try again in a moment.', details: {} } }))

export const oneAtATime: AnyVariant = {
  name: 'requests are handled sequentially',
  story: 'One worker, one request at a time.',
  prepare: takeOneAtATime,
}

export const copyIsAConflict: AnyVariant = {
  name: 'a copy of a request that is under way is a conflict',
  story: 'The nonce is locked while its request is processed, and a request that finds it locked gets a 409.',
  prepare: refuseMeanwhile(nonceOf, refuseAs(409)),
}
