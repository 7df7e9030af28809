import { canonicalize } from '../../protocol/json/canonical.ts'
import type { SignedProof } from '../../schemas/messages.ts'
import { memoryStorage, type Storage, type Table } from '../service/storage.ts'
import type { Account, OrderRecord, Payment, PendingPayment, Session, Settlement, Transaction } from './records.ts'

/** Returns the key of an order: merchant and id, since ids are unique for each merchant only. */
export const orderKey = ({ merchant, order }: Pick<Session, 'merchant'> & { order: { id: string } }): string =>
  JSON.stringify([merchant, order.id])

const accountKey = (ocid: number, currency: string): string => `${ocid} ${currency}`

/** An account whose balance is the one in the table. */
const accountIn = (balances: Table<string>, key: string, account: Account): Account => ({
  ...account,
  get balance() {
    return BigInt(balances.get(key) ?? 0)
  },
})

/**
 * The gateway's state. Every method is one atomic step: it runs to its end without interruption. The changes of one turn of the event
 * loop are kept together, or not at all.
 */
export class Store {
  readonly #sessions: Table<Session>
  readonly #orders: Table<OrderRecord>
  readonly #transactions: Table<Transaction>
  /** The txid that each settlement proof has settled. */
  readonly #usedProofs: Table<string>
  /** In minor units, as text. */
  readonly #balances: Table<string>
  readonly #accounts = new Map<string, Readonly<Account>>()

  /** Opens the state in a storage; a new account has the given balance. */
  constructor(accounts: readonly Account[], { table }: Pick<Storage, 'table'> = memoryStorage()) {
    this.#sessions = table('sessions')
    this.#orders = table('orders')
    this.#transactions = table('transactions')
    this.#usedProofs = table('usedProofs')
    this.#balances = table('balances')
    for (const account of accounts) {
      const key = accountKey(account.ocid, account.currency)
      if (!this.#balances.has(key)) this.#balances.set(key, String(account.balance))
      this.#accounts.set(key, accountIn(this.#balances, key, account))
    }
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
  }

  cancelSession(session: Readonly<Session>): void {
    this.#sessions.set(session.id, { ...session, status: 'cancelled' })
  }

  /** Completes a session: stores the paid order, the transaction and the merchant's balance in one step. Clause: PAGE-05. */
  completeSession(session: Readonly<Session>, signed: SignedProof, minor: bigint): void {
    this.#orders.set(orderKey(session), { text: canonicalize(session.order), txid: signed.proof.txid })
    this.recordProof(signed)
    this.credit(session.merchant, session.order.currency, minor)
  }

  /** Adds to an account, if there is one. */
  credit(ocid: number, currency: string, minor: bigint): void {
    const key = accountKey(ocid, currency)
    const account = this.#accounts.get(key)
    if (account !== undefined) this.#balances.set(key, String(account.balance + minor))
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
  }

  recordPayment(payment: Payment): void {
    this.#transactions.set(payment.txid, { kind: 'payment', payment })
  }

  /** Returns whether a settlement proof has already settled a payment. */
  isUsed(signed: SignedProof): boolean {
    return this.#usedProofs.has(proofKey(signed))
  }

  /** Completes a payment with a settlement proof, and marks the proof as used. */
  settle(payment: PendingPayment, settled: Settlement): void {
    this.#usedProofs.set(proofKey(settled.provider), payment.txid)
    this.recordPayment({ ...payment, status: 'completed', settled })
  }
}

/** Returns the key of a settlement proof: a txid is unique at its issuer. */
export const proofKey = ({ proof }: SignedProof): string => `${proof.issuer} ${proof.txid}`
