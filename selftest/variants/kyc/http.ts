import type { FastifyInstance } from 'fastify'
import type { KycPolicies } from '../../../reference/kyc/policies.ts'
import type { Variant } from '../variant.ts'

const waiting = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const slow = (server: FastifyInstance): void => {
  server.addHook('onRequest', () => waiting(150))
}

const inHalves = (text: string): ReadableStream => {
  const bytes = new TextEncoder().encode(text)
  return ReadableStream.from([bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)])
}

/** Neither a length nor a connection that stays. */
const chunked = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply, payload) => {
    reply.header('connection', 'close')
    return typeof payload === 'string' && payload !== '' ? inHalves(payload) : payload
  })
}

const dressed = (server: FastifyInstance): void => {
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

/** What is no operation is answered by the website around it. */
const website = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ is404 }, reply, payload) => {
    if (!is404) return payload
    reply.header('content-type', 'text/html')
    return '<h1>Not found</h1>'
  })
  server.get('/', (_request, reply) => reply.type('text/html').send('<h1>Welcome</h1>'))
}

/** Other behaviour of the HTTP server around the operations. */
export const httpVariants: readonly Variant<KycPolicies>[] = [
  { name: 'answers take 150 ms', story: 'Another continent, and a database behind it.', prepare: slow },
  { name: 'answers come in chunks, and connections are closed', story: 'An old proxy in front.', prepare: chunked },
  {
    name: 'answers have headers of the platform',
    story: 'What the load balancer adds, a cookie included.',
    prepare: dressed,
  },
  { name: 'what is no operation is a website', story: 'One server for everything.', prepare: website },
]
