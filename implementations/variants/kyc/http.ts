import type { FastifyInstance } from 'fastify'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { closeConnections, delayResponses, sendInChunks, serveNotFoundPage } from '../support/http.ts'
import type { Variant } from '../variant.ts'

const streamAndClose = (server: FastifyInstance): void => {
  closeConnections(server)
  sendInChunks(() => true)(server)
}

const addPlatformHeaders = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({
      server: 'kyc',
      'strict-transport-security': 'max-age=63072000',
      vary: 'accept-encoding, accept-language',
      'x-request-id': '5d1f3c1e',
      'set-cookie': 'lb=a3; Path=/; HttpOnly',
    })
  })
}

/** Serves a website around the operations. */
const serveWebsite = (server: FastifyInstance): void => {
  serveNotFoundPage(server, '<h1>Not found</h1>')
  server.get('/', (_request, reply) => reply.type('text/html').send('<h1>Welcome</h1>'))
}

/** Other behaviour of the HTTP server around the operations. */
export const httpVariants: readonly Variant<KycPolicies>[] = [
  { name: 'answers take 150 ms', story: 'On another continent, with a database behind it.', prepare: delayResponses },
  {
    name: 'answers come in chunks, and connections are closed',
    story: 'An old proxy in front.',
    prepare: streamAndClose,
  },
  {
    name: 'answers have headers of the platform',
    story: 'The load balancer adds them, and a cookie.',
    prepare: addPlatformHeaders,
  },
  { name: 'an unknown path is a website', story: 'One server serves everything.', prepare: serveWebsite },
]
