import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../../protocol/json.ts'
import type { Identity } from '../../protocol/metadata.ts'
import type { Service } from '../every-role/contract.ts'
import { directoryOf } from '../service/directory.ts'
import { guardedClient } from '../service/guarded-client.ts'
import { systemPorts } from '../service/ports.ts'
import { type ProvisioningSections, provisioned } from '../service/provisioning.ts'
import { persist, type RoleOptions, restore, serviceOf } from '../service/role.ts'
import { answerGet, buildServer } from '../service/server.ts'
import { hostConsent } from './consent/page.ts'
import type { KycProvider } from './contract.ts'
import { type KycPolicies, kycPolicies } from './policies.ts'
import { Store } from './store.ts'

/** What a KYC provider is started with. */
export type KycOptions = RoleOptions<KycPolicies>

const openProvider = (service: Service<KycPolicies>, given: ProvisioningSections['kyc']): KycProvider => {
  const provider: KycProvider = {
    ...service,
    store: new Store(() => persist(provider)),
    requesters: new Set(given.requesters),
    users: new Set(given.users),
    incompleteUsers: new Set(given.incompleteUsers),
    pageSecret: service.ports.randomBytes(32),
  }
  restore(provider)
  return provider
}

const identityOf = ({ name, endpoint }: KycProvider): Identity => ({
  name,
  profile: 'Reference KYC provider: asks a user for consent, permission by permission.',
  config: { endpoint: endpoint(), capabilities: ['kyc.grant'] },
  kyc: [],
})

const metadata = (provider: KycProvider): JsonObject =>
  provider.policies.metadata(identityOf(provider), provider.key, provider.profile)

/** A KYC provider as a Fastify instance that does not listen yet. */
export const buildKyc = (options: KycOptions): FastifyInstance => {
  const client = guardedClient(directoryOf(options.provisioning).origins)
  const ports = { ...systemPorts(client.send), ...options.ports }
  const provider = openProvider(serviceOf(options, kycPolicies, ports), provisioned(options.provisioning).kyc)
  const server = buildServer(provider)
  answerGet(server, provider, { operation: 'metadata', path: '/metadata.json', handle: () => metadata(provider) })
  hostConsent(server, provider)
  server.addHook('onClose', client.close)
  return server
}
