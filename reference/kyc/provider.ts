import type { FastifyInstance } from 'fastify'
import type { Service } from '../every-role/contract.ts'
import { hostMetadata } from '../every-role/metadata/publish.ts'
import { directoryOf } from '../service/directory.ts'
import { guardedClient } from '../service/guarded-client.ts'
import { pageSecretOf } from '../service/page-secret.ts'
import { systemPorts } from '../service/ports.ts'
import { type ProvisioningSections, withEverySection } from '../service/provisioning.ts'
import { type RoleOptions, serviceOf } from '../service/role.ts'
import { buildServer } from '../service/server.ts'
import type { KycPolicies, KycProvider } from './contract.ts'
import { hostConsent } from './flow.ts'
import { kycIdentity } from './metadata.ts'
import { kycPolicies } from './policies.ts'
import { Store } from './store.ts'

/** The options of a KYC provider. */
export type KycOptions = RoleOptions<KycPolicies>

const openProvider = (service: Service<KycPolicies>, section: ProvisioningSections['kyc']): KycProvider => ({
  ...service,
  store: new Store(service.ports.storage),
  requesters: new Set(section.requesters),
  users: new Set(section.users),
  incompleteUsers: new Set(section.incompleteUsers),
  pageSecret: pageSecretOf(service.ports),
})

/** Builds a KYC provider as a Fastify instance that does not listen yet. */
export const buildKyc = (options: KycOptions): FastifyInstance => {
  const client = guardedClient(directoryOf(options.provisioning).origins)
  const ports = { ...systemPorts(client.send), ...options.ports }
  const provider = openProvider(serviceOf(options, kycPolicies, ports), withEverySection(options.provisioning).kyc)
  const server = buildServer(provider)
  hostMetadata(server, provider, () => kycIdentity(provider))
  hostConsent(server, provider)
  server.addHook('onClose', client.close)
  return server
}
