import type { FastifyInstance } from 'fastify'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import type { PrivateKey } from '../../../protocol/keys.ts'
import type { Profile } from '../../../protocol/profile.ts'
import type { Requester } from '../../../reference/kyc/consent/requester.ts'
import type { KycProvider } from '../../../reference/kyc/contract.ts'
import { type KycPolicies, kycPolicies, refuseInTen } from '../../../reference/kyc/policies.ts'
import type { Variant } from '../variant.ts'

/** Refusals with another error object. */
const errors =
  (change: (error: { code: string; message: string; details: JsonObject }) => JsonObject): KycPolicies['refuse'] =>
  (refusal, operation) => {
    const { body, ...answer } = refuseInTen(refusal, operation)
    return {
      ...answer,
      body: { ...body, error: change(body.error as { code: string; message: string; details: JsonObject }) },
    }
  }

const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

const typed = (type: string): Pick<KycPolicies, 'answer' | 'refuse'> => ({
  answer: (operation, body) => ({ ...kycPolicies.answer(operation, body), type }),
  refuse: (refusal, operation) => ({ ...refuseInTen(refusal, operation), type }),
})

type Identity = Parameters<KycPolicies['metadata']>[0]

/** Metadata of an identity with something of it changed, signed as ever. */
const published = (change: (identity: Identity) => Identity): Pick<KycPolicies, 'metadata'> => ({
  metadata: (identity: Identity, key: PrivateKey, profile: Profile) =>
    kycPolicies.metadata(change(identity), key, profile),
})

/** What the metadata of a requester said first, for as long as the provider runs. */
const remembering = (): KycPolicies['requesterOf'] => {
  const known = new WeakMap<KycProvider, Map<number, Promise<Requester>>>()
  return (ocid, provider) => {
    const requesters = known.get(provider) ?? new Map<number, Promise<Requester>>()
    const found = requesters.get(ocid) ?? kycPolicies.requesterOf(ocid, provider)
    known.set(provider, requesters.set(ocid, found))
    return found
  }
}

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

/** Other ways to write an answer, and what may be in a metadata document beyond what has to be. */
export const answerVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'errors have no details',
    story: 'There was nothing to say in them.',
    policies: { refuse: errors(({ code, message }) => ({ code, message })) },
  },
  {
    name: 'errors have members of their own',
    story: 'What the house has in every error.',
    policies: {
      refuse: errors(error => ({
        ...error,
        timestamp: 1_700_000_000,
        requestId: '5d1f3c1e',
        details: { hints: ['Read the guide.'] },
      })),
    },
  },
  {
    name: 'answers are indented, their members in another order',
    story: 'A serializer with options.',
    policies: { encode: body => ` ${JSON.stringify(reversed(body), null, '\t')}\n` },
  },
  { name: 'the content type has no charset', story: 'JSON is UTF-8 as it is.', policies: typed('application/json') },
  {
    name: 'the content type is in capitals',
    story: 'An old framework.',
    policies: typed('Application/JSON;Charset="UTF-8"'),
  },
  {
    name: 'the metadata says no more than it has to',
    story: 'Optional members are optional.',
    policies: published(({ name, config }) => ({ name, config })),
  },
  {
    name: 'the metadata says more than it has to',
    story: 'Members of later versions, and capabilities that the document lists and does not show.',
    policies: {
      metadata: (identity, key, profile) => {
        const capabilities = [...identity.config.capabilities, 'kyc.validate', 'kyc.data', 'kyc.revoke']
        const config = { ...identity.config, capabilities, regions: ['EU'], limits: { requests: 100 } }
        const whole = { ...identity, icon: 'https://kyc.example/icon.png', contact: 'mailto:help@kyc.example', config }
        return { ...kycPolicies.metadata(whole, key, profile), languages: ['en', 'de'], support: { hours: '9-17' } }
      },
    },
  },
  {
    name: 'the endpoint ends in a slash',
    story: 'Base addresses do, in some houses.',
    policies: published(({ config, ...identity }) => ({
      ...identity,
      config: { ...config, endpoint: `${config.endpoint}/` },
    })),
  },
  {
    name: 'what requesters say of themselves is remembered',
    story: 'Nobody renames itself within a day.',
    policies: { requesterOf: remembering() },
  },
  { name: 'answers take 150 ms', story: 'Another continent, and a database behind it.', prepare: slow },
  { name: 'answers come in chunks, and connections are closed', story: 'An old proxy in front.', prepare: chunked },
  {
    name: 'answers have headers of the platform',
    story: 'What the load balancer adds, a cookie included.',
    prepare: dressed,
  },
  { name: 'what is no operation is a website', story: 'One server for everything.', prepare: website },
]
