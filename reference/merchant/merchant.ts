import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../../protocol/json.ts'
import type { Identity } from '../../protocol/metadata.ts'
import type { Service } from '../every-role/contract.ts'
import { defaultCurrencies } from '../service/currencies.ts'
import { directoryOf } from '../service/directory.ts'
import { guardedClient } from '../service/guarded-client.ts'
import { systemPorts } from '../service/ports.ts'
import { provisioned } from '../service/provisioning.ts'
import { persist, type RoleOptions, restore, serviceOf } from '../service/role.ts'
import { answerGet, answerPost, buildServer } from '../service/server.ts'
import type { Merchant } from './contract.ts'
import { createOrder } from './order/create.ts'
import { hostOrders } from './order/pages.ts'
import { type MerchantPolicies, merchantPolicies } from './policies.ts'
import { Store } from './store.ts'
import { receive } from './webhook/receive.ts'

/** What a merchant is started with. */
export type MerchantOptions = RoleOptions<MerchantPolicies>

const openMerchant = (service: Service<MerchantPolicies>, issuers: readonly number[]): Merchant => {
  const merchant: Merchant = {
    ...service,
    store: new Store(() => persist(merchant)),
    issuers: [...new Set(issuers)],
    currencies: defaultCurrencies,
  }
  restore(merchant)
  return merchant
}

/**
 * The document lists no capabilities of a merchant, so one is named after its operation. `transfer.webhook` is not: the
 * document has it on the list of gateways, and a reader would take the merchant for one.
 */
const capabilities = ['orders.create']

const identityOf = ({ name, endpoint }: Merchant): Identity => ({
  name,
  profile: 'Reference merchant: signed orders, and a webhook that takes the proof of their payment.',
  config: { endpoint: endpoint(), capabilities },
})

const metadata = (merchant: Merchant): JsonObject =>
  merchant.policies.metadata(identityOf(merchant), merchant.key, merchant.profile)

const answerOperations = (server: FastifyInstance, merchant: Merchant): void => {
  answerGet(server, merchant, { operation: 'metadata', path: '/metadata.json', handle: () => metadata(merchant) })
  answerPost(server, merchant, {
    operation: 'orders.create',
    schema: 'order-request',
    handle: (request, caller) => createOrder(request, caller, merchant),
  })
  answerPost(server, merchant, {
    operation: 'transfer.webhook',
    schema: 'signed-proof',
    handle: signed => receive(signed, merchant),
  })
}

/** A merchant as a Fastify instance that does not listen yet. */
export const buildMerchant = (options: MerchantOptions): FastifyInstance => {
  const client = guardedClient(directoryOf(options.provisioning).origins)
  const service = serviceOf(options, merchantPolicies, { ...systemPorts(client.send), ...options.ports })
  const merchant = openMerchant(service, provisioned(options.provisioning).merchant.issuers)
  const server = buildServer(merchant)
  answerOperations(server, merchant)
  hostOrders(server, merchant)
  server.addHook('onClose', client.close)
  return server
}
