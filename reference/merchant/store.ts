import type { OrderRecord, Payment } from './records.ts'

/** What is kept of a store: JSON. */
export type StoreState = { orders: OrderRecord[] }

const transactionKey = ({ issuer, txid }: Payment): string => `${issuer} ${txid}`

/**
 * The merchant's state. Every method is one atomic step: it runs to its end before anything else does, and whoever puts a
 * database in its place gives each of them a transaction.
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

  /** Keeps an order that was just signed. */
  keepOrder(known: OrderRecord): void {
    this.#orders.set(known.order.id, known)
    this.#changed()
  }

  /** Marks an order paid, unless it is paid, or the transaction has paid another one (a txid is unique at its issuer). */
  pay(id: string, payment: Payment): boolean {
    const transaction = transactionKey(payment)
    const known = this.#orders.get(id)
    if (known === undefined || known.payment !== undefined || this.#usedTransactions.has(transaction)) return false
    this.#usedTransactions.add(transaction)
    this.keepOrder({ ...known, payment })
    return true
  }

  snapshot(): StoreState {
    return { orders: [...this.#orders.values()] }
  }

  restore(state: StoreState): void {
    for (const known of state.orders) {
      this.#orders.set(known.order.id, known)
      if (known.payment !== undefined) this.#usedTransactions.add(transactionKey(known.payment))
    }
  }
}
