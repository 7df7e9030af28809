import type { FastifyRequest } from 'fastify'

/** The liveness and readiness paths of a role. */
export const healthPaths = { healthy: '/healthz', ready: '/readyz' } as const

/** Returns whether a request is for one of them: such a request is neither rate limited nor disturbed. */
export const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url === healthPaths.healthy || url === healthPaths.ready
