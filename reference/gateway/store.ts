import { canonicalize } from '../../protocol/canonical.ts'
import type { SignedProof } from '../../schemas/messages.ts'
import type { Account, OrderRecord, Payment, PendingPayment, Session, Settlement, Transaction } from './records.ts'

/** Returns the key of an order: merchant and id, since ids are unique for each merchant only. */
export const orderKey = ({ merchant, order }: Pick<Session, 'merchant'> & { order: { id: string } }): string =>
  JSON.stringify([merchant, order.id])

const accountKey = (ocid: number, currency: string): string => `${ocid} ${currency}`

/** The state of a store as JSON, balances as text. */
export type StoreState = {
  sessions: Session[]
  orders: [string, OrderRecord][]
  transactions: [string, Transaction][]
  balances: [string, string][]
}

/**
 * The gateway's state. Every method is one atomic step: it runs to its end before anything else does. With a database in its
 * place, each method would be a transaction.
 */
export class Store {
  readonly #sessions = new Map<string, Session>()
  readonly #orders = new Map<string, OrderRecord>()
  readonly #transactions = new Map<string, Transaction>()
  readonly #accounts = new Map<string, Account>()
  readonly #usedProofs = new Set<string>()
  readonly #changed: () => void

  constructor(accounts: readonly Account[], changed: () => void = () => {}) {
    for (const account of accounts) this.#accounts.set(accountKey(account.ocid, account.currency), account)
    this.#changed = changed
  }

  /** Returns a session; it is paid once its order is, through any session. */
  session(id: string): Readonly<Session> | undefined {
    const session = this.#sessions.get(id)
    const txid = session && this.order(orderKey(session))?.txid
    return session && txid !== undefined ? { ...session, status: 'paid', txid } : session
  }

  order(key: string): Readonly<OrderRecord> | undefined {
    return this.#orders.get(key)
  }

  transaction(txid: string): Transaction | undefined {
    return this.#transactions.get(txid)
  }

  /** Returns the accounts of an OCID, in any currency. */
  accountsOf(ocid: number): Readonly<Account>[] {
    return [...this.#accounts.values()].filter(account => account.ocid === ocid)
  }

  account(ocid: number, currency: string): Readonly<Account> | undefined {
    return this.#accounts.get(accountKey(ocid, currency))
  }

  /** Stores a session, and the text of its order with the first session of that order. Clause: CHECKOUT-14. */
  openSession(session: Session): void {
    this.#sessions.set(session.id, session)
    const key = orderKey(session)
    if (!this.#orders.has(key)) this.#orders.set(key, { text: canonicalize(session.order) })
    this.#changed()
  }

  cancelSession(session: Readonly<Session>): void {
    this.#sessions.set(session.id, { ...session, status: 'cancelled' })
    this.#changed()
  }

  /** Completes a session: stores the paid order, the transaction and the merchant's balance in one step. Clause: PAGE-05. */
  completeSession(session: Readonly<Session>, signed: SignedProof, minor: bigint): void {
    this.#orders.set(orderKey(session), { text: canonicalize(session.order), txid: signed.proof.txid })
    this.recordProof(signed)
    this.credit(session.merchant, session.order.currency, minor)
  }

  /** Adds to an account, if there is one. */
  credit(ocid: number, currency: string, minor: bigint): void {
    const account = this.#accounts.get(accountKey(ocid, currency))
    if (account !== undefined) account.balance += minor
    this.#changed()
  }

  /**
   * Debits one account and credits another; returns false, and does neither, if the balance is below the amount.
   * Clauses: TRANSFER-09, TRANSFER-12, TRANSFER-13.
   */
  move(from: Readonly<Account>, to: Readonly<Account>, minor: bigint): boolean {
    if (from.balance < minor) return false
    this.credit(from.ocid, from.currency, -minor)
    this.credit(to.ocid, to.currency, minor)
    return true
  }

  recordProof(signed: SignedProof): void {
    this.#transactions.set(signed.proof.txid, { kind: 'completed', signed })
    this.#changed()
  }

  recordPayment(payment: Payment): void {
    this.#transactions.set(payment.txid, { kind: 'payment', payment })
    this.#changed()
  }

  /** Returns whether a settlement proof has already settled a payment. */
  isUsed(signed: SignedProof): boolean {
    return this.#usedProofs.has(proofKey(signed))
  }

  /** Completes a payment with a settlement proof, and marks the proof as used. */
  settle(payment: PendingPayment, settled: Settlement): void {
    this.#usedProofs.add(proofKey(settled.provider))
    this.recordPayment({ ...payment, status: 'completed', settled })
  }

  snapshot(): StoreState {
    return {
      sessions: [...this.#sessions.values()],
      orders: [...this.#orders],
      transactions: [...this.#transactions],
      balances: [...this.#accounts].map(([key, { balance }]) => [key, String(balance)]),
    }
  }

  /** Restores a snapshot; balances only of accounts that still exist. */
  restore(state: StoreState): void {
    for (const session of state.sessions) this.#sessions.set(session.id, session)
    for (const [key, order] of state.orders) this.#orders.set(key, order)
    for (const [txid, transaction] of state.transactions) this.#restoreTransaction(txid, transaction)
    for (const [key, balance] of state.balances) {
      const account = this.#accounts.get(key)
      if (account !== undefined) account.balance = BigInt(balance)
    }
  }

  #restoreTransaction(txid: string, transaction: Transaction): void {
    this.#transactions.set(txid, transaction)
    if (transaction.kind !== 'payment' || transaction.payment.status !== 'completed') return
    this.#usedProofs.add(proofKey(transaction.payment.settled.provider))
  }
}

const proofKey = ({ proof }: SignedProof): string => `${proof.issuer} ${proof.txid}`
