import type { Service } from '../every-role/contract.ts'
import type { MerchantPolicies } from './policies.ts'
import type { Store } from './store.ts'

/** The merchant: a service with orders, and with issuers that may prove their payment. */
export type Merchant = Service<MerchantPolicies> & {
  store: Store
  /** OCIDs whose proofs are taken; what a signed order accepts. */
  issuers: number[]
  currencies: readonly string[]
}
