import type { OrderPayment, OrderRecord } from './records.ts'

/** The state of a store as JSON. */
export type StoreState = { orders: OrderRecord[] }

const transactionKey = ({ issuer, txid }: OrderPayment): string => `${issuer} ${txid}`

/**
 * The merchant's state. Every method is one atomic step: it runs to its end before anything else does. With a database in its
 * place, each method would be a transaction.
 */
export class Store {
  readonly #orders = new Map<string, OrderRecord>()
  readonly #usedTransactions = new Set<string>()
  readonly #changed: () => void

  constructor(changed: () => void = () => {}) {
    this.#changed = changed
  }

  order(id: string): Readonly<OrderRecord> | undefined {
    return this.#orders.get(id)
  }

  /** Stores an order. */
  keepOrder(record: OrderRecord): void {
    this.#orders.set(record.order.id, record)
    this.#changed()
  }

  /**
   * Marks an order paid; returns false if it is paid already, or if the transaction has paid another order (a txid is unique at
   * its issuer). Clauses: WEBHOOK-06, WEBHOOK-10, WEBHOOK-15.
   */
  pay(id: string, payment: OrderPayment): boolean {
    const transaction = transactionKey(payment)
    const record = this.#orders.get(id)
    if (record === undefined || record.payment !== undefined || this.#usedTransactions.has(transaction)) return false
    this.#usedTransactions.add(transaction)
    this.keepOrder({ ...record, payment })
    return true
  }

  snapshot(): StoreState {
    return { orders: [...this.#orders.values()] }
  }

  restore(state: StoreState): void {
    for (const record of state.orders) {
      this.#orders.set(record.order.id, record)
      if (record.payment !== undefined) this.#usedTransactions.add(transactionKey(record.payment))
    }
  }
}
