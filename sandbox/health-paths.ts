import type { FastifyRequest } from 'fastify'

/** Where whoever runs a role asks whether it works, and whether it takes requests. */
export const healthPaths = { healthy: '/healthz', ready: '/readyz' } as const

/** Returns whether a request asks for that: it is not limited, and not disturbed. */
export const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url === healthPaths.healthy || url === healthPaths.ready
