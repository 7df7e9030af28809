import type { SignedProof } from '../../schemas/messages.ts'
import type { Service } from '../every-role/contract.ts'
import type { KeyedMutex } from '../service/keyed-mutex.ts'
import type { Outbox } from './notification/outbox.ts'
import type { GatewayPolicies } from './policies.ts'
import type { Store } from './store.ts'

/** The gateway: a service with sessions, accounts and transactions. */
export type Gateway = Service<GatewayPolicies> & {
  store: Store
  outbox: Outbox
  /** One payment attempt at a time for each order. */
  mutex: KeyedMutex
  /** OCIDs whose settlement proofs are taken; the gateway's own first. */
  accepts: number[]
  currencies: string[]
  /** What the anti-forgery tokens of the hosted page are made with. */
  pageSecret: Uint8Array
}

/** How much of which currency; every number of money is decimal text outside and minor units inside. */
export type Money = { amount: string; currency: string }

/** Where a notification of a proof goes: the base of a merchant's API. */
export type Notice = { base: string | undefined; signed: SignedProof }
