import type { KnownOrder, Payment } from './records.ts'

/** What is kept of a store: JSON. */
export type StoreState = { orders: KnownOrder[] }

const transactionKey = ({ issuer, txid }: Payment): string => `${issuer} ${txid}`

/**
 * The merchant's state. Every method is one atomic step: it runs to its end before anything else does, and whoever puts a
 * database in its place gives each of them a transaction.
 */
export class Store {
  readonly #orders = new Map<string, KnownOrder>()
  readonly #usedTransactions = new Set<string>()
  readonly #changed: () => void

  constructor(changed: () => void = () => {}) {
    this.#changed = changed
  }

  order(id: string): Readonly<KnownOrder> | undefined {
    return this.#orders.get(id)
  }

  /** Keeps an order that was just signed. */
  keepOrder(known: KnownOrder): void {
    this.#orders.set(known.order.id, known)
    this.#changed()
  }

  /** Whether a transaction has paid an order already: a txid is unique at its issuer. */
  isUsed(payment: Payment): boolean {
    return this.#usedTransactions.has(transactionKey(payment))
  }

  /** Marks an order paid, unless it is paid, or the transaction has paid another one; says whether it did. */
  pay(id: string, payment: Payment): boolean {
    const known = this.#orders.get(id)
    if (known === undefined || known.payment !== undefined || this.isUsed(payment)) return false
    this.markPaid(id, payment)
    return true
  }

  /** Marks an order paid, whatever it was before. */
  markPaid(id: string, payment: Payment): void {
    const known = this.#orders.get(id)
    if (known === undefined) return
    this.#usedTransactions.add(transactionKey(payment))
    this.keepOrder({ ...known, payment })
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
