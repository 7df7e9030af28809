import type { FastifyInstance } from 'fastify'
import type { Service } from '../every-role/contract.ts'
import { hostMetadata } from '../every-role/metadata/publish.ts'
import { defaultCurrencies } from '../every-role/wire-format/values.ts'
import { directoryOf } from '../service/directory.ts'
import { guardedClient } from '../service/guarded-client.ts'
import { systemPorts } from '../service/ports.ts'
import { withEverySection } from '../service/provisioning.ts'
import { type RoleOptions, serviceOf } from '../service/role.ts'
import { buildServer } from '../service/server.ts'
import type { Merchant, MerchantPolicies } from './contract.ts'
import { merchantIdentity } from './metadata.ts'
import { hostOrderCreation } from './order/create.ts'
import { hostOrders } from './order/retrieval.ts'
import { merchantPolicies } from './policies.ts'
import { Store } from './store.ts'
import { hostWebhook } from './webhook/receive.ts'

/** The options of a merchant. */
export type MerchantOptions = RoleOptions<MerchantPolicies>

const openMerchant = (service: Service<MerchantPolicies>, issuers: readonly number[]): Merchant => ({
  ...service,
  store: new Store(service.ports.storage),
  issuers: [...new Set(issuers)],
  currencies: defaultCurrencies,
})

/** Builds a merchant as a Fastify instance that does not listen yet. */
export const buildMerchant = (options: MerchantOptions): FastifyInstance => {
  const client = guardedClient(directoryOf(options.provisioning).origins)
  const service = serviceOf(options, merchantPolicies, { ...systemPorts(client.send), ...options.ports })
  const merchant = openMerchant(service, withEverySection(options.provisioning).merchant.issuers)
  const server = buildServer(merchant)
  hostMetadata(server, merchant, () => merchantIdentity(merchant))
  hostOrderCreation(server, merchant)
  hostOrders(server, merchant)
  hostWebhook(server, merchant)
  server.addHook('onClose', client.close)
  return server
}
