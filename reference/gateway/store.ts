import type { SignedProof } from '../../schemas/messages.ts'
import type { Account, KnownOrder, Payment, Session, Settlement, Transaction } from './records.ts'

/** The key of an order: its id is the merchant's, so it means nothing without the merchant. */
export const orderKey = ({ merchant, order }: Pick<Session, 'merchant'> & { order: { id: string } }): string =>
  JSON.stringify([merchant, order.id])

const accountKey = (ocid: number, currency: string): string => `${ocid} ${currency}`

/** What is kept of a store: JSON, balances as text. */
export type StoreState = {
  sessions: Session[]
  orders: [string, KnownOrder][]
  transactions: [string, Transaction][]
  balances: [string, string][]
}

/**
 * The gateway's state. Every method is one atomic step: it runs to its end before anything else does, and whoever puts a
 * database in its place gives each of them a transaction.
 */
export class Store {
  readonly #sessions = new Map<string, Session>()
  readonly #orders = new Map<string, KnownOrder>()
  readonly #transactions = new Map<string, Transaction>()
  readonly #accounts = new Map<string, Account>()
  readonly #usedProofs = new Set<string>()
  readonly #changed: () => void

  constructor(accounts: readonly Account[], changed: () => void = () => {}) {
    for (const account of accounts) this.#accounts.set(accountKey(account.ocid, account.currency), account)
    this.#changed = changed
  }

  session(id: string): Readonly<Session> | undefined {
    return this.#sessions.get(id)
  }

  order(key: string): Readonly<KnownOrder> | undefined {
    return this.#orders.get(key)
  }

  transaction(txid: string): Transaction | undefined {
    return this.#transactions.get(txid)
  }

  /** The accounts of an OCID, in whatever currency. */
  accountsOf(ocid: number): Readonly<Account>[] {
    return [...this.#accounts.values()].filter(account => account.ocid === ocid)
  }

  account(ocid: number, currency: string): Readonly<Account> | undefined {
    return this.#accounts.get(accountKey(ocid, currency))
  }

  /** Keeps a session, and its order's text with the first one of that order. */
  openSession(session: Session, orderText: string): void {
    this.#sessions.set(session.id, session)
    const key = orderKey(session)
    if (!this.#orders.has(key)) this.#orders.set(key, { text: orderText })
    this.#changed()
  }

  /** Ends a session without payment. */
  closeSession(id: string, status: 'cancelled' | 'expired'): void {
    const session = this.#sessions.get(id)
    if (session !== undefined) session.status = status
    this.#changed()
  }

  /** A session is paid: session, order, transaction and the merchant's balance in one step. */
  completeSession(session: Readonly<Session>, signed: SignedProof, minor: bigint): void {
    const { txid } = signed.proof
    this.#sessions.set(session.id, { ...session, status: 'paid', txid })
    const order = this.#orders.get(orderKey(session))
    if (order !== undefined) order.txid = txid
    this.#transactions.set(txid, { kind: 'completed', signed })
    this.credit(session.merchant, session.order.currency, minor)
    this.#changed()
  }

  /** Adds to an account where there is one. */
  credit(ocid: number, currency: string, minor: bigint): void {
    const account = this.#accounts.get(accountKey(ocid, currency))
    if (account !== undefined) account.balance += minor
    this.#changed()
  }

  /** Debits one account and credits another, unless the balance is below the amount; says whether it moved. */
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

  /** Whether a settlement proof has settled a payment already. */
  isUsed(signed: Pick<SignedProof, 'proof'>): boolean {
    return this.#usedProofs.has(proofKey(signed))
  }

  /** Completes a payment with a settlement proof, which is then used. */
  settle(payment: Payment, settled: Settlement): void {
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

  /** Takes up a snapshot; balances count for the accounts that still exist. */
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
    const settled = transaction.kind === 'payment' ? transaction.payment.settled : undefined
    if (settled !== undefined) this.#usedProofs.add(proofKey(settled.provider))
  }
}

const proofKey = ({ proof }: Pick<SignedProof, 'proof'>): string => `${proof.issuer} ${proof.txid}`
