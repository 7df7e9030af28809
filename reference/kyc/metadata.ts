import type { Identity } from '../../protocol/metadata.ts'
import type { KycProvider } from './contract.ts'

/**
 * Returns the metadata of the KYC provider: the one capability that it answers, an empty list of KYC providers, no settlement.
 * Clauses: META-07, META-10, META-11, META-12.
 */
export const kycIdentity = ({ name, endpoint }: KycProvider): Identity => ({
  name,
  profile: 'Reference KYC provider: asks a user for consent, permission by permission.',
  config: { endpoint: endpoint(), capabilities: ['kyc.grant'] },
  kyc: [],
})
