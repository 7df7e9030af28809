import type { SessionStatus } from '../../protocol/states.ts'
import type { Order, OrderReference, OrderUrls, SignedProof } from '../../schemas/messages.ts'

/** "Checkout session". `createdAt` in Unix seconds; `txid` once it is paid. */
export type Session = {
  id: string
  merchant: number
  order: Order
  signature: string
  urls: OrderUrls
  status: SessionStatus
  createdAt: number
  txid?: string
}

/** "Pending payment". Times in Unix seconds; what settles it is in `settled`. */
export type Payment = {
  txid: string
  caller: number
  merchant: number
  amount: string
  currency: string
  reference?: string
  memo?: string
  status: 'pending_settlement' | 'completed'
  expiresAt: number
  order?: OrderReference
  createdAt: number
  settled?: Settlement
}

/** A settled payment: the gateway's own proof, and the settlement proof that it rests on. */
export type Settlement = { own: SignedProof; provider: SignedProof }

/** What verify finds under a txid. */
export type Transaction = { kind: 'completed'; signed: SignedProof } | { kind: 'payment'; payment: Payment }

/** An account; found by OCID and currency. `balance` in minor units. */
export type Account = {
  id: string
  ocid: number
  currency: string
  balance: bigint
  debitableBy: readonly number[]
  webhook?: string
}

/** An order that was checked out: its canonical text, and the txid once it is paid. */
export type KnownOrder = { text: string; txid?: string }
