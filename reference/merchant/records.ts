import type { Order } from '../../schemas/messages.ts'

/** What paid an order: txid and timestamp are the proof's; `proof` is its canonical text, by which it is known again. */
export type Payment = { txid: string; timestamp: number; issuer: number; proof: string }

/** An order: the canonical text of the request for it, the order as it was signed, and what paid it once it is paid. */
export type OrderRecord = { text: string; order: Order; signature: string; payment?: Payment }
