import { memoryStorage, type Storage, type Table } from '../service/storage.ts'
import type { OrderPayment, OrderRecord } from './records.ts'

/** Returns the key of a transaction: a txid is unique at its issuer. */
export const transactionKey = ({ issuer, txid }: OrderPayment): string => `${issuer} ${txid}`

/**
 * The merchant's state. Every method is one atomic step: it runs to its end without interruption. The changes of one turn of the event
 * loop are kept together, or not at all.
 */
export class Store {
  readonly #orders: Table<OrderRecord>
  /** The order that each transaction has paid. */
  readonly #usedTransactions: Table<string>

  constructor({ table }: Pick<Storage, 'table'> = memoryStorage()) {
    this.#orders = table('orders')
    this.#usedTransactions = table('usedTransactions')
  }

  order(id: string): Readonly<OrderRecord> | undefined {
    return this.#orders.get(id)
  }

  /** Returns all orders in the order of their arrival. */
  orders(): Readonly<OrderRecord>[] {
    return [...this.#orders.values()]
  }

  /** Stores an order. */
  keepOrder(record: OrderRecord): void {
    this.#orders.set(record.order.id, record)
  }

  /**
   * Marks an order paid; returns false if it is paid already, or if the transaction has paid another order (a txid is unique at
   * its issuer). Clauses: WEBHOOK-06, WEBHOOK-10, WEBHOOK-15.
   */
  pay(id: string, payment: OrderPayment): boolean {
    const transaction = transactionKey(payment)
    const record = this.#orders.get(id)
    if (record === undefined || record.payment !== undefined || this.#usedTransactions.has(transaction)) return false
    this.#usedTransactions.set(transaction, id)
    this.keepOrder({ ...record, payment })
    return true
  }
}
