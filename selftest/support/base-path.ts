import type { FastifyInstance } from 'fastify'

/** Requests below the prefix lose it before anything of the server sees them; others lead nowhere. */
export const stripPrefix =
  (prefix: string) =>
  ({ server }: FastifyInstance): void => {
    server.prependListener('request', (request: { url?: string }) => {
      const url = request.url ?? ''
      request.url = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : `/not-below-the-prefix${url}`
    })
  }
