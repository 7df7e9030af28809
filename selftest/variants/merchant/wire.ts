import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../../protocol/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import { type MerchantPolicies, merchantPolicies } from '../../../reference/merchant/policies.ts'
import type { Variant } from '../variant.ts'

/** Errors of the reference with another error object. */
const errors = (change: (error: JsonObject) => JsonObject): Pick<MerchantPolicies, 'refuse'> => ({
  refuse: (refusal, operation) => ({
    ...merchantPolicies.refuse(refusal, operation),
    body: { error: change(refusal.body().error) },
  }),
})

/** Refusals for the shape of a body, or for what an order asks that cannot be had, with a status and a code of their own. */
const unprocessable: MerchantPolicies['refuse'] = (refusal, operation) => {
  const isOwn = refusal.code === 'INVALID_REQUEST' && refusal.status === 400
  return merchantPolicies.refuse(isOwn ? new Refusal('VALIDATION_FAILED', 422, 'Not valid.') : refusal, operation)
}

/** A JSON value with the members of every object the other way round. */
const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]))
}

const escaped = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const typed = (type: string): Partial<MerchantPolicies> => ({
  answer: (operation, body) => ({ ...merchantPolicies.answer(operation, body), type }),
  refuse: (refusal, operation) => ({ ...merchantPolicies.refuse(refusal, operation), type }),
  showOrder: signed => ({ ...merchantPolicies.showOrder(signed), type }),
})

const isJson = (reply: FastifyReply): boolean => String(reply.getHeader('content-type')).startsWith('application/json')

const inHalves = (text: string): ReadableStream => {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start: controller => {
      controller.enqueue(bytes.subarray(0, bytes.length / 2))
      controller.enqueue(bytes.subarray(bytes.length / 2))
      controller.close()
    },
  })
}

const chunkedAndClosing = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply, payload) => {
    reply.header('connection', 'close')
    return isJson(reply) ? inHalves(String(payload)) : payload
  })
}

const slow = (server: FastifyInstance): void => {
  server.addHook('onRequest', () => new Promise(resolve => setTimeout(resolve, 150)))
}

/** One request in so many is told to come again. */
const oneIn = 40

const throttled = (server: FastifyInstance): void => {
  let count = 0
  server.addHook('onRequest', async ({ method }, reply) => {
    if (method !== 'POST' || ++count % oneIn !== 0) return undefined
    reply.code(429).header('retry-after', '1')
    return reply.send({ error: { code: 'TOO_MANY_REQUESTS', message: 'Come again in a second.', details: {} } })
  })
}

const elsewhere = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    if (method === 'DELETE' || method === 'PUT') return reply.code(405).header('allow', 'GET, POST').send()
    return url === '/' ? reply.redirect('https://shop.example/', 301) : undefined
  })
  server.addHook('onSend', async ({ is404 }, reply, payload) => {
    if (!is404) return payload
    reply.header('content-type', 'text/html')
    return '<!doctype html><title>Not found</title><h1>Not found</h1>'
  })
}

/** Other ways to write an answer, and of HTTP itself: nothing of it is in the document. */
export const wireVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'every answer has members of its own',
    story: 'Request ids for the support desk, links for the curious.',
    policies: {
      answer: (_operation, body) => ({ status: 200, body: { requestId: '5d1f', ...body, links: [{ rel: 'help' }] } }),
      ...errors(error => ({ ...error, requestId: '5d1f', details: { retryable: false } })),
    },
  },
  {
    name: 'errors have no details',
    story: 'There is nothing to say in most of them.',
    policies: errors(({ code = '', message = '' }) => ({ code, message })),
  },
  {
    name: 'errors have a code and nothing else',
    story: 'Programs read them, people do not.',
    policies: errors(({ code = '' }) => ({ code })),
  },
  {
    name: 'messages are in another language',
    story: 'The shop is in Lisbon.',
    policies: {
      ...errors(error => ({ ...error, message: 'Não é possível processar o pedido. 🛑' })),
      rejection: ({ txid }) => ({ status: 'rejected', txid, message: 'O comprovativo não paga a encomenda.' }),
    },
  },
  {
    name: 'a body of another shape is 422',
    story: 'The framework validates, and answers so.',
    policies: { refuse: unprocessable },
  },
  {
    name: 'JSON is indented, its members the other way round',
    story: 'Another library, in the mode for people.',
    policies: { encode: body => `${JSON.stringify(reversed(body), null, 2)}\n` },
  },
  {
    name: 'JSON is ASCII, with escaped slashes',
    story: 'json_encode without flags.',
    policies: { encode: body => escaped(JSON.stringify(body)) },
  },
  { name: 'the content type has no charset', story: 'JSON is UTF-8 anyway.', policies: typed('application/json') },
  {
    name: 'the content type is in capitals, with parameters',
    story: 'An older framework.',
    policies: typed('Application/JSON;profile="shop";Charset="UTF-8"'),
  },
  {
    name: 'answers come in chunks, on connections that are then closed',
    story: 'A framework that streams behind an old load balancer.',
    prepare: chunkedAndClosing,
  },
  { name: 'answers take 150 ms', story: 'Another continent, and a database behind it.', prepare: slow },
  { name: 'one request in forty has to come again', story: 'A limit of rate.', prepare: throttled },
  {
    name: 'what is no operation is a page, a redirect, or not allowed',
    story: 'The website of the shop answers wherever the interface does not.',
    prepare: elsewhere,
  },
  { name: 'bodies may have 64 KiB', story: 'No order is larger.', profile: { bodyLimit: 65_536 } },
]
