import type { SessionStatus } from '../../protocol/states.ts'
import type { Order, OrderReference, OrderUrls, SignedProof } from '../../schemas/messages.ts'

/**
 * "Checkout session". `createdAt` in Unix seconds; `txid` once it is paid. The store keeps it as pending or cancelled; whether its
 * order is paid, or its time is over, is derived on each read. Clause: CHECKOUT-14.
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

/** "Pending payment", until it is settled. Times in Unix seconds. Clause: PAYMENT-13. */
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

/** The gateway's own proof of a settled payment, and the settlement proof behind it. */
export type Settlement = { own: SignedProof; provider: SignedProof }

/** A payment that money was moved for. */
export type SettledPayment = Omit<PendingPayment, 'status'> & { status: 'completed'; settled: Settlement }

/** A payment in either state. */
export type Payment = PendingPayment | SettledPayment

/** A transaction, which verify finds by its txid. */
export type Transaction = { kind: 'completed'; signed: SignedProof } | { kind: 'payment'; payment: Payment }

/** An account of an OCID in one currency. `balance` in minor units. */
export type Account = {
  id: string
  ocid: number
  currency: string
  balance: bigint
  debitableBy: readonly number[]
  webhook?: string
}

/** An order that was checked out: its canonical text, and its txid once it is paid. */
export type OrderRecord = { text: string; txid?: string }
