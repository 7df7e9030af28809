import type { FastifyInstance } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import type { Identity } from '../../../protocol/metadata.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { signPayload } from '../../../protocol/payload.ts'
import { verifyRequest } from '../../../protocol/request.ts'
import { redirectUrl } from '../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { Variant } from '../variant.ts'
import { signedEitherWay } from './high-s.ts'

type Config = Identity['config']

/** The document of another identity. */
const told =
  (change: (identity: Identity) => Identity): GatewayPolicies['metadata'] =>
  (identity, key, profile) =>
    metadataDocument(change(identity), key, profile)

const configured = (change: (config: Config) => Config) =>
  told(identity => ({ ...identity, config: change(identity.config) }))

/** A gateway that has no part in some operations: neither declared nor there. */
const lacking = (...names: OperationName[]): Pick<Variant<GatewayPolicies>, 'policies' | 'prepare'> => {
  const lacked = names.map(name => operations[name])
  return {
    policies: {
      metadata: configured(config => ({
        ...config,
        capabilities: config.capabilities.filter(one => !lacked.some(({ capability }) => capability === one)),
      })),
    },
    prepare: server => {
      server.addHook('onRequest', async ({ url }, reply) => {
        const isLacked = lacked.some(({ path }) => url.startsWith(path.replace('{txid}', '')))
        if (isLacked) return reply.code(404).send({ error: { code: 'NOT_FOUND', message: 'Not here.', details: {} } })
        return undefined
      })
    },
  }
}

/** Behind a proxy that takes the prefix off; what is signed has it. */
const below = (prefix: string): Pick<Variant<GatewayPolicies>, 'policies' | 'prepare' | 'prefix'> => ({
  prefix,
  policies: {
    metadata: configured(config => ({ ...config, endpoint: joinPath(config.endpoint, prefix) })),
    verifyRequest: ({ path, ...parts }, signer) => verifyRequest({ ...parts, path: prefix + path }, signer),
    redirectUrl: (sessionId, gateway) =>
      redirectUrl(sessionId, { ...gateway, endpoint: () => gateway.endpoint() + prefix }),
  },
  prepare: takesOff(prefix),
})

/** Requests below the prefix lose it before anything of the server sees them; others lead nowhere. */
const takesOff =
  (prefix: string) =>
  ({ server }: FastifyInstance): void => {
    server.prependListener('request', (request: { url?: string }) => {
      const url = request.url ?? ''
      request.url = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : `/not-below-the-prefix${url}`
    })
  }

/** Other identities, capabilities and addresses ("Metadata document"). */
export const metadataVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'the version member has the name of the protocol',
    story: 'As the wire format has it.',
    profile: { versionMember: 'opencheckout', version: '0.1.2' },
  },
  {
    name: 'every optional member is there',
    story: 'A complete document.',
    policies: {
      metadata: told(identity => ({
        ...identity,
        icon: 'https://gateway.example/icon.svg',
        kyc: [7001, 7002],
        contact: 'ops@gateway.example',
      })),
    },
  },
  {
    name: 'no optional member is there',
    story: 'A short document.',
    policies: { metadata: told(({ name, config }) => ({ name, config })) },
  },
  {
    name: 'the document and its config have members of their own',
    story: 'Terms, regions, support.',
    policies: {
      metadata: (identity, key, profile) => {
        const settlement = { ...identity.config.settlement, minimum: { USD: '0.01' } }
        const config = { publicKey: key.publicKey, ...identity.config, settlement, region: 'eu', limits: [1, 2] }
        return {
          terms: 'https://gateway.example/terms',
          ...metadataDocument(identity, key, profile),
          config,
          signature: signPayload(config, key, profile),
        }
      },
    },
  },
  {
    name: 'capabilities are in another order, with others among them',
    story: 'Extensions of a later version.',
    policies: {
      metadata: configured(config => ({
        ...config,
        capabilities: ['refund.create', ...config.capabilities.toReversed(), 'transfer.webhook', 'x-ping'],
      })),
    },
  },
  {
    name: 'settlement lists its currencies in another order',
    story: 'As the database gives them.',
    policies: {
      metadata: configured(config => ({
        ...config,
        ...(config.settlement
          ? { settlement: { ...config.settlement, currencies: [...config.settlement.currencies].reverse() } }
          : {}),
      })),
    },
  },
  {
    name: 'payments are not settled here',
    story: 'Settle is not shown, so it was left out.',
    ...lacking('payment.settle'),
  },
  {
    name: 'there are no pending payments',
    story: 'Apps need a reserve account.',
    ...lacking('payment.create', 'payment.settle'),
  },
  {
    name: 'there are no transfers',
    story: 'No accounts, no license for them.',
    ...lacking('transfer.create'),
  },
  {
    name: 'there is hosted checkout only',
    story: 'A card gateway.',
    ...lacking('transfer.create', 'payment.create', 'payment.settle'),
  },
  { name: 'there is no hosted checkout', story: 'Partners bring their own pages.', ...lacking('orders.checkout') },
  { name: 'nothing can be verified', story: 'Merchants are told, and that has to do.', ...lacking('verify') },
  { name: 'the base address has a path', story: 'Behind a proxy, beside other services.', ...below('/gw/v2') },
  {
    name: 'signatures have a high s half of the time',
    story: 'A library that does not normalize them; both are valid.',
    policies: signedEitherWay(signPayload),
  },
]
