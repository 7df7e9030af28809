import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Desk } from './desk.ts'
import { pageHeaders, personPage } from './page.ts'

/** A served page for a person; its address includes the token that grants access. */
export type PersonServer = { url: string; close(): Promise<void> }

/** Maximum size of a request from the page, in bytes. */
const mostBytes = 16_384

/** Serves the person's page on loopback. Only someone with the address can use it, and no other site can send requests to it. */
export const servePerson = async (desk: Desk, target: string): Promise<PersonServer> => {
  const token = randomBytes(24).toString('base64url')
  const app = Fastify({ bodyLimit: mostBytes, forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(typeof body === 'string' ? body : body.toString())),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (!isOurs(request, token)) return reply.code(404).type('text/plain').send('Nothing here.')
  })
  const show = (reply: FastifyReply, wrong?: number) =>
    reply.headers(pageHeaders).send(personPage({ desk, target, wrong }))
  app.get<{ Querystring: { wrong?: string } }>('/:token/', ({ query }, reply) => {
    desk.visited()
    return show(reply, Number(query.wrong))
  })
  app.get('/:token/tasks', (_request, reply) => show(reply))
  app.get('/:token/state', async () => ({
    version: `${desk.done} ${desk.open.map(({ id }) => id).join()}`,
    left: Math.round(desk.leftMs / 1000),
  }))
  app.post('/:token/cannot', ({ body }, reply) => {
    const { id, field } = formOf(body)
    desk.cannot(id, field('reason').slice(0, 300) || 'no reason given')
    return reply.redirect('./', 303)
  })
  app.post('/:token/ended', ({ body }, reply) => {
    const { id, field } = formOf(body)
    return reply.redirect(desk.ended(id, field('address').trim()) ? './' : `./?wrong=${id}#task-${id}`, 303)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/${token}/`, close: () => app.close() }
}

const formOf = (body: unknown) => {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams()
  return { id: Number(fields.get('task')), field: (name: string) => fields.get(name) ?? '' }
}

/** Returns whether a request has the token, addresses loopback by its IP address, and does not come from another site. */
const isOurs = ({ params, headers, method }: FastifyRequest, token: string): boolean => {
  const given = Buffer.from(String((params as { token?: string }).token ?? ''))
  const hasToken = given.length === token.length && timingSafeEqual(given, Buffer.from(token))
  const isLoopback = /^127\.0\.0\.1:\d+$/.test(headers.host ?? '')
  const isOwnSite = method === 'GET' || (headers.origin ?? `http://${headers.host}`) === `http://${headers.host}`
  return hasToken && isLoopback && isOwnSite
}
