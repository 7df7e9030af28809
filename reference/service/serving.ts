import { randomUUID } from 'node:crypto'
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'

/** How a role is served, beyond the requirements of the protocol. */
export type Serving = {
  /** The path below which it is reached, without a final slash; requests without it are also answered. */
  prefix?: string
  /** Logs each request as a line of JSON to standard error. */
  logs?: boolean
}

/** Escapes text that some CI systems mistake for a command, ##vso[…]: a log may hold text of callers. */
const withoutCommands = (line: string): string => line.replaceAll('##', '#\\u0023')

/** Returns the options of Fastify that log by `logRequests` alone, with an id for each request. */
const logOptions = (role: string): FastifyServerOptions => ({
  logger: {
    level: 'info',
    stream: { write: line => void process.stderr.write(withoutCommands(line)) },
    base: { role },
  },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
})

/** Returns Fastify's part of the settings. */
export const serverOptionsOf = ({ prefix = '', logs = false }: Serving, role: string): FastifyServerOptions => ({
  // Signatures cover the path as sent, which stays in `originalUrl`.
  ...(prefix === ''
    ? {}
    : { rewriteUrl: ({ url = '' }) => (url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url) }),
  ...(logs ? logOptions(role) : {}),
})

const callerIn = (header: unknown): string | undefined => {
  const text = String(header)
  return /^\d{1,16}$/.test(text) ? text : undefined
}

/**
 * Logs each request when it is answered, and sends its id in X-Request-Id. Addresses, headers and bodies are left out: they hold
 * signatures, tokens, and session ids, and anyone with a session id could pay.
 */
export const logRequests = (server: FastifyInstance): void => {
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, headers, log } = request
    const caller = callerIn(headers['x-oc-id'])
    const ms = Math.round(reply.elapsedTime)
    log.info({ method, route: routeOptions.url, caller, status: reply.statusCode, ms }, 'answered')
    done()
  })
}
