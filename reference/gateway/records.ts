import type { SessionStatus } from '../../protocol/states.ts'
import type { Order, OrderReference, OrderUrls, SignedProof } from '../../schemas/messages.ts'

/**
 * "Checkout session". `createdAt` in Unix seconds; `txid` once it is paid. What is kept of it is pending or cancelled: that its
 * order is paid, or its time over, is looked up whenever it is asked for.
 */
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

/** "Pending payment", until it is settled. Times in Unix seconds. */
export type PendingPayment = {
  txid: string
  caller: number
  merchant: number
  amount: string
  currency: string
  reference?: string
  memo?: string
  status: 'pending_settlement'
  expiresAt: number
  order?: OrderReference
  createdAt: number
}

/** The gateway's own proof of a settled payment, and the settlement proof that it rests on. */
export type Settlement = { own: SignedProof; provider: SignedProof }

export type SettledPayment = Omit<PendingPayment, 'status'> & { status: 'completed'; settled: Settlement }

export type Payment = PendingPayment | SettledPayment

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
export type OrderRecord = { text: string; txid?: string }
