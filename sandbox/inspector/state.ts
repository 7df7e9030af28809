import { fromMinorUnits } from '../../protocol/amount.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Profile } from '../../protocol/profile.ts'
import type { WaitingNotification } from '../../reference/gateway/contract.ts'
import type { OrderRecord as CheckedOutOrder, Session, Transaction } from '../../reference/gateway/records.ts'
import { Store } from '../../reference/gateway/store.ts'
import type { Decision, GrantRequest } from '../../reference/kyc/records.ts'
import type { OrderRecord } from '../../reference/merchant/records.ts'
import { type PartialProvisioning, withEverySection } from '../../reference/service/provisioning.ts'
import type { Storage } from '../../reference/service/storage.ts'

/** The state of a role; `now` in ms since 1970. */
export type Held = {
  now: () => number
  role: Role
  provisioning: PartialProvisioning
  storage: Pick<Storage, 'table'>
  profile: Profile
}

/** The records of one kind. `rows`: the newest first, of `total`. */
export type Section = { title: string; columns: readonly string[]; rows: readonly (readonly string[])[]; total: number }

/** The number of rows that are shown of each kind. */
const mostRows = 50

const sectionOf = <Value>(
  title: string,
  columns: readonly string[],
  values: Iterable<Value>,
  row: (value: Value) => readonly (string | number | undefined)[],
): Section => {
  const all = [...values]
  const rows = all.slice(-mostRows).reverse()
  return { title, columns, total: all.length, rows: rows.map(value => row(value).map(cell => String(cell ?? ''))) }
}

const time = (seconds: number | undefined): string => {
  const at = new Date((seconds ?? Number.NaN) * 1000)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().replace('T', ' ').slice(0, 19)
}

const money = ({ amount, currency }: { amount: string; currency: string }): string => `${amount} ${currency}`

type Known = readonly [ocid: number, as: string, name: string, address: string, publicKey: string]

const registered = ({ role, provisioning }: Held): Section => {
  const { registry, callers, gateway, merchant, kyc } = withEverySection(provisioning)
  const as =
    (what: string) =>
    (ocid: number): Known => [ocid, what, '', '', '']
  const known: Known[] = [
    ...Object.entries(registry.entries).map(
      ([ocid, address]): Known => [Number(ocid), 'in the registry', '', address, ''],
    ),
    ...callers.map(({ ocid, publicKey, metadata }): Known => [ocid, 'caller', '', metadata, publicKey]),
    ...(role === 'gateway' ? gateway.merchants : []).map(
      ({ ocid, name, endpoint, publicKey }): Known => [ocid, 'merchant', name, endpoint, publicKey],
    ),
    ...(role === 'gateway' ? gateway.settlementProviders : []).map(as('settlement provider')),
    ...(role === 'gateway' ? (gateway.kycProviders ?? []) : []).map(as('KYC provider')),
    ...(role === 'merchant' ? merchant.issuers : []).map(as('issuer of proofs')),
    ...(role === 'kyc' ? kyc.requesters : []).map(as('requester')),
    ...(role === 'kyc' ? kyc.users : []).map(as('user')),
    ...(role === 'kyc' ? kyc.incompleteUsers : []).map(as('user whose KYC is not complete')),
  ]
  return sectionOf('Registered', ['OCID', 'As', 'Name', 'Address', 'Public key'], known.reverse(), row => row)
}

const balanceOf = (balance: string | undefined, currency: string): string => {
  try {
    return money({ amount: fromMinorUnits(BigInt(balance ?? 0), currency), currency })
  } catch {
    return ''
  }
}

const accounts = ({ provisioning, storage }: Held): Section => {
  const balances = storage.table<string>('balances')
  const list = withEverySection(provisioning).gateway.accounts.toReversed()
  return sectionOf('Accounts', ['Account', 'Owner', 'Balance', 'Debitable by'], list, account => [
    account.id,
    account.ocid,
    balanceOf(balances.get(`${account.ocid} ${account.currency}`), account.currency),
    account.debitableBy.join(', '),
  ])
}

const sessionStatus = (
  { status, createdAt, order }: Session,
  { profile: { sessionSeconds }, now: clock }: Held,
): string => {
  const now = clock() / 1000
  const isOver = now >= createdAt + sessionSeconds || now > (order.expiresAt ?? Number.POSITIVE_INFINITY)
  return status === 'pending' && isOver ? 'expired' : status
}

const sessions = (held: Held): Section => {
  const { storage } = held
  const store = new Store([], storage)
  const columns = ['Session', 'Merchant', 'Order', 'Amount', 'Status', 'Begun']
  return sectionOf(
    'Sessions',
    columns,
    storage.table<Session>('sessions').values(),
    ({ id, merchant, order, createdAt }) => {
      const session = store.session(id)
      return [id, merchant, order.id, money(order), session && sessionStatus(session, held), time(createdAt)]
    },
  )
}

const orderId = (key: string): readonly string[] => {
  const [merchant, id] = JSON.parse(key)
  return [String(merchant), String(id)]
}

const checkedOut = ({ storage }: Held): Section =>
  sectionOf('Orders', ['Merchant', 'Order', 'Paid by'], storage.table<CheckedOutOrder>('orders'), ([key, { txid }]) => [
    ...orderId(key),
    txid ?? 'not paid',
  ])

const transactions = ({ storage }: Held): Section =>
  sectionOf(
    'Payments and transfers',
    ['Transaction', 'From', 'To', 'Amount', 'Status', 'Expires'],
    storage.table<Transaction>('transactions').values(),
    transaction => {
      if (transaction.kind === 'payment') {
        const { txid, caller, merchant, status, expiresAt } = transaction.payment
        return [txid, caller, merchant, money(transaction.payment), status, time(expiresAt)]
      }
      const { txid, from, to } = transaction.signed.proof
      return [txid, from?.ocid, to.ocid, money(transaction.signed.proof), 'completed', '']
    },
  )

const outbox = ({ storage }: Held): Section =>
  sectionOf(
    'Proofs to deliver',
    ['Address', 'Next attempt', 'Due'],
    storage.table<WaitingNotification>('outbox').values(),
    ({ url, attempt, dueAt }) => [url, attempt, time(dueAt / 1000)],
  )

const createdOrders = ({ storage }: Held): Section =>
  sectionOf(
    'Orders',
    ['Order', 'Amount', 'Expires', 'Status'],
    storage.table<OrderRecord>('orders').values(),
    ({ order, payment }) => [order.id, money(order), time(order.expiresAt), payment ? 'paid' : 'not paid'],
  )

const proofs = ({ storage }: Held): Section =>
  sectionOf(
    'Proofs',
    ['Transaction', 'Issuer', 'Order', 'Amount', 'Time'],
    [...storage.table<OrderRecord>('orders').values()].filter(({ payment }) => payment !== undefined),
    ({ order, payment }) => [payment?.txid, payment?.issuer, order.id, money(order), time(payment?.timestamp)],
  )

const requests = ({ storage }: Held): Section => {
  const decisions = storage.table<Decision>('decisions')
  const columns = ['Request', 'Requester', 'User', 'Permissions', 'Made', 'Decided']
  return sectionOf('Requests', columns, storage.table<GrantRequest>('requests').values(), request => [
    request.id,
    request.requester,
    request.user,
    request.permissions.join(', '),
    time(request.createdAt),
    decisions.has(request.id) ? 'yes' : 'no',
  ])
}

const decisions = ({ storage }: Held): Section =>
  sectionOf(
    'Decisions',
    ['Requester', 'User', 'Granted', 'Denied', 'Time'],
    storage.table<Decision>('decisions').values(),
    ({ requester, user, granted, denied, time: at }) => [
      requester,
      user,
      granted.join(', '),
      denied.join(', '),
      time(at),
    ],
  )

const byRole: Readonly<Record<Role, readonly ((held: Held) => Section)[]>> = {
  gateway: [registered, accounts, checkedOut, sessions, transactions, outbox],
  merchant: [registered, createdOrders, proofs],
  kyc: [registered, requests, decisions],
}

/** Returns the current state of a role, with the newest rows of each kind. */
export const stateOf = (held: Held): Section[] => byRole[held.role].map(section => section(held))
