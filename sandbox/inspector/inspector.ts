import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AddressInfo, isIP } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Role } from '../../protocol/operations.ts'
import type { Watch } from '../../reference/service/role.ts'
import { streamExchanges } from './events.ts'
import { exchangeItem } from './exchange-markup.ts'
import { type Entry, Journal } from './journal.ts'
import { exchangePage, headers, noticePage, rolePage, stateMarkup } from './page.ts'
import { type Held, stateOf } from './state.ts'
import { watchRole } from './watch.ts'

/** A role that is inspected; its address may be known later. */
type Subject = Held & { name: string; ocid: number; address: () => string }

/** Where an inspector listens. Without a token only this machine may read it. */
export type InspectorOptions = { host: string; port: number; address: (port: number) => string; token?: string }

/** Watches a role. */
type Watched = { watch: Watch; attach: (server: FastifyInstance) => void }

/** An inspector that listens: the addresses of its pages are known before the roles are. */
export type Inspector = {
  inspect: (subject: Subject) => Watched
  addressOf: (role: Role) => string
  close: () => Promise<void>
}

/** The number of pages that are kept up to date at the same time. */
const mostReaders = 50

/** Returns whether only this machine can reach a server on a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) > 0 && ipaddr.process(host).range() === 'loopback')

/** Returns an unguessable token. */
export const newToken = (): string => randomBytes(16).toString('hex')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns whether a request may read: it has the token, or, without a token, its Host names this machine. */
const mayRead = ({ params, hostname }: FastifyRequest, token: string | undefined): boolean =>
  token === undefined
    ? // Another site could otherwise read the page in a browser of this machine by DNS rebinding.
      isLoopback(hostname.replace(/^\[|\]$/g, ''))
    : timingSafeEqual(digest((params as { token?: string }).token ?? ''), digest(token))

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).headers(headers).send(noticePage('Not found', 'There is nothing here, or no longer.'))

type Inspection = { subject: Subject; journal: Journal }

/** Builds the server of the pages; `inspections` may grow. */
const buildPages = (inspections: ReadonlyMap<Role, Inspection>, token: string | undefined): FastifyInstance => {
  const server = fastify({ forceCloseConnections: true })
  let readers = 0
  type Answer = (inspection: Inspection, request: FastifyRequest, reply: FastifyReply) => unknown
  const show = (path: string, answer: Answer): void => {
    server.get(`${token === undefined ? '' : '/:token'}/:role${path}`, async (request, reply) => {
      const inspection = inspections.get((request.params as { role: Role }).role)
      if (inspection === undefined || !mayRead(request, token)) return notFound(reply)
      reply.headers(headers)
      return answer(inspection, request, reply)
    })
  }
  const named = ({ subject }: Inspection) => ({
    ...subject,
    address: subject.address(),
    others: [...inspections.keys()],
  })
  show('', inspection => rolePage(named(inspection), stateOf(inspection.subject), inspection.journal.after()))
  show('/state', ({ subject }) => stateMarkup(stateOf(subject)).text)
  show('/requests/:id', (inspection, { params }, reply) => {
    const exchange = inspection.journal.find((params as { id: string }).id)
    return exchange === undefined ? notFound(reply) : exchangePage(named(inspection), exchange)
  })
  show('/events', ({ journal, subject }, request, reply) => {
    if (readers >= mostReaders) return reply.code(503).send(noticePage('Too many', 'Too many pages are open.'))
    readers++
    const item = (entry: Entry) => exchangeItem(subject.role, entry)
    streamExchanges(reply, journal, { after: seenBy(request), item, left: () => void readers-- })
    return reply
  })
  server.setNotFoundHandler((_request, reply) => notFound(reply))
  return server
}

/** Returns the number of the last exchange that a page has shown. */
const seenBy = ({ headers: { 'last-event-id': last }, query }: FastifyRequest): number =>
  Number(last ?? (query as { after?: string }).after) || 0

/** Opens an inspector, which has a page for each inspected role. */
export const openInspector = async ({ host, port, address, token }: InspectorOptions): Promise<Inspector> => {
  const inspections = new Map<Role, Inspection>()
  const server = buildPages(inspections, token)
  await server.listen({ host, port })
  const base = address((server.server.address() as AddressInfo).port) + (token === undefined ? '' : `/${token}`)
  const inspect = (subject: Subject): Watched => {
    const journal = new Journal()
    inspections.set(subject.role, { subject, journal })
    return watchRole(journal)
  }
  return { inspect, addressOf: role => `${base}/${role}`, close: () => server.close() }
}
