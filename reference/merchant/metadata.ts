import type { Identity } from '../../protocol/metadata.ts'
import type { Merchant } from './contract.ts'

/**
 * The document lists no capabilities of a merchant, so one is named after its operation. `transfer.webhook` is left out: the
 * document lists it for gateways, and a reader would mistake the merchant for one. Clauses: META-07, META-12, META-15.
 */
const capabilities = ['orders.create']

/** Returns the metadata of the merchant; it has no settlement. Clause: META-11. */
export const merchantIdentity = ({ name, endpoint }: Merchant): Identity => ({
  name,
  profile: 'Reference merchant: signed orders, and a webhook that accepts the proof of their payment.',
  config: { endpoint: endpoint(), capabilities },
})
