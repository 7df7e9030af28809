import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toMinorUnits } from '../../protocol/amount.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { Identity } from '../../protocol/metadata.ts'
import type { Service } from '../every-role/contract.ts'
import { defaultCurrencies } from '../service/currencies.ts'
import { directoryOf } from '../service/directory.ts'
import { guardedClient } from '../service/guarded-client.ts'
import { systemPorts } from '../service/ports.ts'
import { type ProvisioningSections, provisioned } from '../service/provisioning.ts'
import { persist, type RoleOptions, restore, serviceOf } from '../service/role.ts'
import { answerGet, answerPost, buildServer } from '../service/server.ts'
import { checkout } from './checkout.ts'
import type { Gateway } from './contract.ts'
import { hostPages } from './hosted-page/routes.ts'
import { openOutbox } from './notification/outbox.ts'
import { createPayment } from './payment/create.ts'
import { settle } from './payment/settle.ts'
import { type GatewayPolicies, gatewayPolicies } from './policies.ts'
import type { Account } from './records.ts'
import { Store } from './store.ts'
import { transfer } from './transfer.ts'
import { verify } from './verify.ts'

/** What a gateway is started with. */
export type GatewayOptions = RoleOptions<GatewayPolicies>

type ProvisionedAccount = ProvisioningSections['gateway']['accounts'][number]

const accountOf = (account: ProvisionedAccount): Account => {
  const { id, balance, currency } = account
  const minor = toMinorUnits(balance, currency)
  if (minor === undefined) throw new RangeError(`account ${id}: ${balance} is no amount of ${currency}`)
  return { ...account, balance: minor }
}

const openGateway = (service: Service<GatewayPolicies>, given: ProvisioningSections['gateway']): Gateway => {
  const accounts = given.accounts.map(accountOf)
  const gateway: Gateway = {
    ...service,
    store: new Store(accounts, () => persist(gateway)),
    outbox: openOutbox(service),
    mutex: new Map(),
    accepts: [...new Set([service.ocid, ...given.settlementProviders])],
    currencies: [...new Set([...defaultCurrencies, ...accounts.map(({ currency }) => currency)])],
    pageSecret: service.ports.randomBytes(32),
  }
  restore(gateway)
  return gateway
}

const capabilities = ['orders.checkout', 'transfer.create', 'payment.create', 'payment.settle', 'verify.txid']

const identityOf = ({ name, endpoint, currencies, accepts }: Gateway): Identity => ({
  name,
  profile: 'Reference gateway: hosted checkout, transfers, pending payments, verification.',
  config: {
    endpoint: endpoint(),
    capabilities,
    settlement: { currencies, accepts },
  },
})

const metadata = (gateway: Gateway): JsonObject =>
  gateway.policies.metadata(identityOf(gateway), gateway.key, gateway.profile)

// A wildcard, so that any text is a txid that may be asked for.
const txidOf = ({ params }: FastifyRequest): string => (params as { '*': string })['*']

const answerOperations = (server: FastifyInstance, gateway: Gateway): void => {
  answerGet(server, gateway, { operation: 'metadata', path: '/metadata.json', handle: () => metadata(gateway) })
  answerGet(server, gateway, {
    operation: 'verify',
    path: '/verify/*',
    handle: request => verify(txidOf(request), gateway),
  })
  answerPost(server, gateway, {
    operation: 'orders.checkout',
    schema: 'checkout-request',
    handle: (request, caller) => checkout(request, caller, gateway),
  })
  answerPost(server, gateway, {
    operation: 'transfer.create',
    schema: 'transfer-request',
    handle: (request, caller) => transfer(request, caller, gateway),
  })
  answerPost(server, gateway, {
    operation: 'payment.create',
    schema: 'payment-request',
    handle: (request, caller) => createPayment(request, caller, gateway),
  })
  answerPost(server, gateway, {
    operation: 'payment.settle',
    schema: 'settle-request',
    handle: request => settle(request, gateway),
  })
}

/** A gateway as a Fastify instance that does not listen yet; closing it ends its deliveries, too. */
export const buildGateway = (options: GatewayOptions): FastifyInstance => {
  const client = guardedClient(directoryOf(options.provisioning).origins)
  const service = serviceOf(options, gatewayPolicies, { ...systemPorts(client.send), ...options.ports })
  const gateway = openGateway(service, provisioned(options.provisioning).gateway)
  const server = buildServer(gateway)
  answerOperations(server, gateway)
  hostPages(server, gateway)
  server.addHook('onClose', client.close)
  return server
}
