import type { Identity } from '../../protocol/metadata.ts'
import type { Gateway } from './contract.ts'

/**
 * The capabilities of the reference gateway; each is answered. `transfer.webhook` is left out, since its operation is the
 * merchant's. Clauses: META-07, META-12, META-17.
 */
const capabilities = ['orders.checkout', 'transfer.create', 'payment.create', 'payment.settle', 'verify.txid']

/** Returns the metadata of the gateway, its settlement currencies and providers included. Clauses: META-09, META-18. */
export const gatewayIdentity = ({ name, endpoint, currencies, accepts, kycProviders }: Gateway): Identity => ({
  name,
  profile: 'Reference gateway: hosted checkout, transfers, pending payments, verification.',
  ...(kycProviders.length > 0 ? { kyc: kycProviders } : {}),
  config: {
    endpoint: endpoint(),
    capabilities,
    settlement: { currencies, accepts },
  },
})
