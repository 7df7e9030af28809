import type { FastifyInstance } from 'fastify'

/** Removes a prefix from the path of every request, as a proxy does; answers 404 to paths without it. */
export const stripPrefix =
  (prefix: string) =>
  ({ server }: FastifyInstance): void => {
    server.prependListener('request', (request: { url?: string }) => {
      const url = request.url ?? ''
      request.url = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : `/not-below-the-prefix${url}`
    })
  }
