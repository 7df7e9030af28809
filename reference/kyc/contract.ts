import type { Service } from '../every-role/contract.ts'
import type { KycPolicies } from './policies.ts'
import type { Store } from './store.ts'

/** The KYC provider: a service with requests for permissions, and what their users decided. */
export type KycProvider = Service<KycPolicies> & {
  store: Store
  /** Who may ask, beside whoever is in the registry. */
  requesters: ReadonlySet<number>
  users: ReadonlySet<number>
  /** Users whose KYC is not complete. */
  incompleteUsers: ReadonlySet<number>
  /** What the anti-forgery tokens of the consent page are made with. */
  pageSecret: Uint8Array
}
