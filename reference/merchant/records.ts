import type { Order } from '../../schemas/messages.ts'

/** The payment of an order: txid, timestamp and issuer of the proof, and the proof's canonical text to recognize it by. */
export type OrderPayment = { txid: string; timestamp: number; issuer: number; proof: string }

/** An order as stored: the canonical text of its request, the signed order, and its payment once it is paid. */
export type OrderRecord = { text: string; order: Order; signature: string; payment?: OrderPayment }
