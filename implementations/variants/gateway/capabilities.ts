import { type OperationName, operations } from '../../../protocol/operations.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import type { Variant } from '../variant.ts'
import { changeConfig } from './support/metadata.ts'

/** Neither declares nor serves some operations. */
const omitOperations = (
  ...names: OperationName[]
): Pick<Variant<GatewayPolicies>, 'policies' | 'prepare' | 'isAlone'> => {
  const lacked = names.map(name => operations[name])
  return {
    isAlone: 'Other variants cover the parts that it leaves out.',
    policies: {
      metadata: changeConfig(config => ({
        ...config,
        capabilities: config.capabilities.filter(declared => !lacked.some(({ capability }) => capability === declared)),
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

/** Gateways that offer only some of the operations ("Metadata document": capabilities). */
export const capabilityVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'payments are not settled here',
    story: 'The document does not describe settle, so it was left out.',
    ...omitOperations('payment.settle'),
  },
  {
    name: 'there are no pending payments',
    story: 'Apps need a reserve account.',
    ...omitOperations('payment.create', 'payment.settle'),
  },
  {
    name: 'there are no transfers',
    story: 'It has no accounts, and no license for them.',
    ...omitOperations('transfer.create'),
  },
  {
    name: 'there is hosted checkout only',
    story: 'A card gateway.',
    ...omitOperations('transfer.create', 'payment.create', 'payment.settle'),
  },
  {
    name: 'there is no hosted checkout',
    story: 'Partners bring their own pages.',
    ...omitOperations('orders.checkout'),
  },
  {
    name: 'nothing can be verified',
    story: 'Merchants are notified, which must suffice.',
    ...omitOperations('verify'),
  },
]
