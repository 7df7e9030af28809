import type { FastifyInstance } from 'fastify'
import { toMinorUnits } from '../../protocol/amount.ts'
import type { Service } from '../every-role/contract.ts'
import { hostMetadata } from '../every-role/metadata/publish.ts'
import { defaultCurrencies } from '../every-role/wire-format/values.ts'
import { directoryOf } from '../service/directory.ts'
import { guardedClient } from '../service/guarded-client.ts'
import { pageSecretOf } from '../service/page-secret.ts'
import { systemPorts } from '../service/ports.ts'
import { type ProvisioningSections, withEverySection } from '../service/provisioning.ts'
import { type RoleOptions, serviceOf } from '../service/role.ts'
import { buildServer } from '../service/server.ts'
import { hostCheckout } from './checkout.ts'
import type { Gateway, GatewayPolicies } from './contract.ts'
import { hostPages } from './hosted-page/routes.ts'
import { gatewayIdentity } from './metadata.ts'
import { openOutbox } from './notification/outbox.ts'
import { hostPaymentCreation } from './payment/create.ts'
import { hostSettlement } from './payment/settle.ts'
import { gatewayPolicies } from './policies.ts'
import type { Account } from './records.ts'
import { Store } from './store.ts'
import { hostTransfer } from './transfer.ts'
import { hostVerify } from './verify.ts'

/** The options of a gateway. */
export type GatewayOptions = RoleOptions<GatewayPolicies>

type ProvisionedAccount = ProvisioningSections['gateway']['accounts'][number]

const accountOf = (account: ProvisionedAccount): Account => {
  const { id, balance, currency } = account
  const minor = toMinorUnits(balance, currency)
  if (minor === undefined) throw new RangeError(`account ${id}: ${balance} is not an amount of ${currency}`)
  return { ...account, balance: minor }
}

const openGateway = (service: Service<GatewayPolicies>, section: ProvisioningSections['gateway']): Gateway => {
  const accounts = section.accounts.map(accountOf)
  return {
    ...service,
    store: new Store(accounts, service.ports.storage),
    outbox: openOutbox(service),
    mutex: new Map(),
    accepts: [...new Set([service.ocid, ...section.settlementProviders])],
    kycProviders: section.kycProviders ?? [],
    currencies: [...new Set([...defaultCurrencies, ...accounts.map(({ currency }) => currency)])],
    pageSecret: pageSecretOf(service.ports),
  }
}

/** Builds a gateway as a Fastify instance that does not listen yet; closing it also ends its deliveries. */
export const buildGateway = (options: GatewayOptions): FastifyInstance => {
  const client = guardedClient(directoryOf(options.provisioning).origins)
  const service = serviceOf(options, gatewayPolicies, { ...systemPorts(client.send), ...options.ports })
  const gateway = openGateway(service, withEverySection(options.provisioning).gateway)
  const server = buildServer(gateway)
  hostMetadata(server, gateway, () => gatewayIdentity(gateway))
  hostVerify(server, gateway)
  hostCheckout(server, gateway)
  hostTransfer(server, gateway)
  hostPaymentCreation(server, gateway)
  hostSettlement(server, gateway)
  hostPages(server, gateway)
  server.addHook('onListen', async () => gateway.outbox.resume())
  server.addHook('onClose', async () => gateway.outbox.close())
  server.addHook('onClose', client.close)
  return server
}
