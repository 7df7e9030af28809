import { existsSync, renameSync } from 'node:fs'
import { isObject, jsonIn } from '../../protocol/json/json.ts'
import type { Transaction } from '../../reference/gateway/records.ts'
import { proofKey } from '../../reference/gateway/store.ts'
import type { GrantRequest } from '../../reference/kyc/records.ts'
import type { OrderRecord } from '../../reference/merchant/records.ts'
import { transactionKey } from '../../reference/merchant/store.ts'
import type { Storage } from '../../reference/service/storage.ts'
import { readRegular } from './read-file.ts'
import { UnreadableState } from './unreadable-state.ts'

type Entries = [key: string, value: unknown][]

/** A state of version 1, which earlier versions of this program kept in one JSON file; each role has some of the members. */
type SavedState = {
  nonces: [caller: number, nonce: string, until: number][]
  store: {
    sessions?: { id: string }[]
    /** Of a gateway with their keys, of a merchant without. */
    orders?: ([string, unknown] | OrderRecord)[]
    transactions?: [string, Transaction][]
    balances?: [string, string][]
    requests?: GrantRequest[]
    decisions?: [string, unknown][]
  }
}

const byId = (list: readonly { id: string }[] = []): Entries => list.map(each => [each.id, each])

const usedProofsOf = (transactions: readonly [string, Transaction][] = []): Entries =>
  transactions.flatMap(([txid, { kind, ...rest }]) => {
    const payment = kind === 'payment' && 'payment' in rest ? rest.payment : undefined
    return payment?.status === 'completed' ? [[proofKey(payment.settled.provider), txid]] : []
  })

const usedTransactionsOf = (records: readonly OrderRecord[]): Entries =>
  records.flatMap(({ order, payment }) => (payment === undefined ? [] : [[transactionKey(payment), order.id]]))

const tablesOf = ({ nonces, store }: SavedState): Record<string, Entries> => {
  const records = (store.orders ?? []).filter((order): order is OrderRecord => !Array.isArray(order))
  const keyed = (store.orders ?? []).filter((order): order is [string, unknown] => Array.isArray(order))
  return {
    nonces: nonces.map(([caller, nonce, until]) => [`${caller} ${nonce}`, until]),
    sessions: byId(store.sessions),
    orders: [...keyed, ...records.map((record): Entries[number] => [record.order.id, record])],
    transactions: store.transactions ?? [],
    usedProofs: usedProofsOf(store.transactions),
    usedTransactions: usedTransactionsOf(records),
    balances: store.balances ?? [],
    requests: byId(store.requests),
    decisions: store.decisions ?? [],
  }
}

const startAfresh = 'Move it away to start afresh.'

const read = (path: string): Record<string, Entries> => {
  const tables = tablesIn(jsonIn(readRegular(path, startAfresh)))
  if (tables !== undefined) return tables
  throw new UnreadableState(`${path} is not a state of version 1`, startAfresh)
}

/** Returns the tables of a state of version 1; undefined for any other value. */
const tablesIn = (saved: unknown): Record<string, Entries> | undefined => {
  if (!isObject(saved) || saved.version !== 1) return undefined
  try {
    // Written by this program, whose version 1 had this shape; a file of another program may have any.
    const tables = tablesOf(saved as unknown as SavedState)
    return Object.values(tables).every(isEntries) ? tables : undefined
  } catch {
    return undefined
  }
}

const isEntries = (list: unknown): boolean =>
  Array.isArray(list) && list.every(entry => Array.isArray(entry) && typeof entry[0] === 'string')

/**
 * Moves the state that an earlier version stored in a JSON file into a new storage, and renames the file once all is saved. Does
 * nothing without a file; throws an UnreadableState if it is not a state of version 1.
 */
export const takeStateFile = async (path: string, storage: Storage): Promise<void> => {
  if (!existsSync(path)) return
  const kept = storage.watch()
  for (const [name, entries] of Object.entries(read(path))) {
    const table = entries.length > 0 ? storage.table(name) : undefined
    for (const [key, value] of entries) table?.set(key, value)
  }
  await kept()
  renameSync(path, `${path}.taken`)
}
