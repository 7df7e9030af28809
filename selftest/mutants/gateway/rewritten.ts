import type { FastifyInstance } from 'fastify'

/** Another path for what the reference serves: what a proxy in front of it does. */
export const rewritten =
  (from: RegExp, to: string) =>
  ({ server }: FastifyInstance): void => {
    server.prependListener('request', request => {
      request.url = request.url?.replace(from, to) ?? ''
    })
  }
