import type { AddressInfo } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'

/** The origins opened, by the port of the server that each belongs to. */
const origins = new Map<string, string>()

const portOf = (address: string): string => new URL(address).port

/** Returns the origin that was opened beside the server at an address. */
export const originBeside = (address: string): string => origins.get(portOf(address)) ?? ''

/**
 * Serves further pages beside a server as long as it runs: at http://localhost and a separate port, which browsers treat as another
 * origin and site.
 */
export const openOrigin = (server: FastifyInstance, serve: (pages: FastifyInstance) => void): void => {
  const pages = fastify({ forceCloseConnections: true })
  serve(pages)
  const opened = { origin: '' }
  server.addHook('onReady', async () => {
    const address = await pages.listen({ host: '127.0.0.1', port: 0 })
    opened.origin = `http://localhost:${portOf(address)}`
  })
  server.server.once('listening', () =>
    origins.set(String((server.server.address() as AddressInfo).port), opened.origin),
  )
  server.addHook('onClose', () => pages.close())
}
