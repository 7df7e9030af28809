import { metadataDocument } from '../../../../protocol/metadata.ts'
import { operations } from '../../../../protocol/operations.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import type { Mutant } from '../../mutant.ts'
import { changeConfig } from '../../support/metadata-document.ts'
import { refuseRequests, rewriteResponses } from '../../support/server-hooks.ts'

const changeSettlement = (change: (settlement: { currencies: string[]; accepts: number[] }) => object) => ({
  metadata: ((identity, key, profile) => {
    const { settlement = { currencies: [], accepts: [] } } = identity.config
    const config = { ...identity.config, settlement: { ...settlement, ...change(settlement) } }
    return metadataDocument({ ...identity, config }, key, profile)
  }) as GatewayPolicies['metadata'],
})

const notImplemented = { error: { code: 'NOT_IMPLEMENTED', message: 'Coming soon.', details: {} } }

/** Faults in the metadata that only a gateway has (META-07, META-09, META-18). */
export const gatewaySettlementMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'payments are declared before they can be made',
    breaks: 'META-07',
    alsoBreaks: ['AUTH-01', 'PAYMENT-01'],
    story: 'The capability was announced with the roadmap.',
    prepare: refuseRequests(({ url }) => url === operations['payment.create'].path, 501, notImplemented),
  },
  {
    name: 'transfers are declared, and another method is needed for them',
    breaks: 'META-07',
    alsoBreaks: ['AUTH-01', 'TRANSFER-01', 'TRANSFER-17'],
    story: 'The route was registered with PUT, since a transfer is put somewhere.',
    prepare: refuseRequests(({ url }) => url === operations['transfer.create'].path, 405, {
      error: { code: 'METHOD_NOT_ALLOWED', message: 'Use PUT.', details: { allow: ['PUT'] } },
    }),
  },
  {
    name: 'checkout is declared, and switched off',
    breaks: 'META-07',
    alsoBreaks: ['AUTH-01', 'CHECKOUT-01'],
    story: 'The feature flag of the hosted page is off in this environment.',
    prepare: refuseRequests(({ url }) => url === operations['orders.checkout'].path, 404, {
      error: { code: 'NOT_FOUND', message: 'There is nothing here.', details: {} },
    }),
  },
  {
    name: 'pending payments look like unknown paths',
    breaks: 'META-07',
    alsoBreaks: ['VERIFY-03', 'PAYMENT-03', 'PAYMENT-06'],
    story: 'They are in another table, and the framework answers for whatever the first table lacks.',
    prepare: rewriteResponses((text, { url }, reply) => {
      if (!url.startsWith('/verify/') || !text.includes('"pending"')) return text
      reply.code(404)
      return JSON.stringify({ error: { message: `Route GET:${url} not found`, details: {} } })
    }),
  },
  {
    name: 'currencies are in lower case',
    breaks: 'META-09',
    story: 'They are configuration keys, which are in lower case.',
    policies: changeSettlement(({ currencies }) => ({ currencies: currencies.map(code => code.toLowerCase()) })),
  },
  {
    name: 'accepted providers are texts',
    breaks: 'META-09',
    alsoBreaks: ['PAYMENT-07'],
    story: 'They are the keys of an object, and keys are strings.',
    policies: changeSettlement(({ accepts }) => ({ accepts: accepts.map(String) })),
  },
  {
    name: 'currencies are objects with their digits',
    breaks: 'META-09',
    story: 'Clients asked how many digits each currency has.',
    policies: changeSettlement(({ currencies }) => ({ currencies: currencies.map(code => ({ code, digits: 2 })) })),
  },
  {
    name: 'no settlement is published',
    breaks: 'META-18',
    story: 'The schema calls the member optional, so it was left for later.',
    policies: changeConfig(({ settlement: _settlement, ...config }) => config),
  },
  {
    name: 'no currency is published',
    breaks: 'META-18',
    story: 'An empty list was meant to say: all of them.',
    policies: changeSettlement(() => ({ currencies: [] })),
  },
]
