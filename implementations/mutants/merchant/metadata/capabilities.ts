import { operations } from '../../../../protocol/operations.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import type { Mutant } from '../../mutant.ts'
import { changeConfig } from '../../support/metadata-document.ts'
import { refuseRequests } from '../../support/server-hooks.ts'

const declareCapabilities = changeConfig(config => ({ ...config, capabilities: ['orders.create', 'transfer.webhook'] }))

/** Faults in the metadata of a merchant (META-07). */
export const merchantMetadataMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'the webhook is declared before it is there',
    breaks: 'META-07',
    alsoBreaks: ['AUTH-01', 'WEBHOOK-01', 'FLOW-01'],
    story: 'The capability was announced with the roadmap.',
    policies: declareCapabilities,
    prepare: refuseRequests(({ url }) => url === operations['transfer.webhook'].path, 501, {
      error: { code: 'NOT_IMPLEMENTED', message: 'Coming soon.', details: {} },
    }),
  },
  {
    name: 'orders are declared, and another method is needed for them',
    breaks: 'META-07',
    alsoBreaks: ['AUTH-01', 'ORDER-01'],
    story: 'The route was registered with PUT, since an order has an id.',
    policies: declareCapabilities,
    prepare: refuseRequests(({ url }) => url === operations['orders.create'].path, 405, {
      error: { code: 'METHOD_NOT_ALLOWED', message: 'Use PUT.', details: { allow: ['PUT'] } },
    }),
  },
]
