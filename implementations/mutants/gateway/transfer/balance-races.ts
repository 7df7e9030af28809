import type { GatewayPolicies, Movement } from '../../../../reference/gateway/contract.ts'
import type { Store } from '../../../../reference/gateway/store.ts'
import { lookThenAct } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

const book = ({ from, to, minor }: Movement, store: Store): boolean => {
  store.credit(from.ocid, from.currency, -minor)
  store.credit(to.ocid, to.currency, minor)
  return true
}

const moveAfterLook = async (movement: Movement, store: Store): Promise<boolean> =>
  (await lookThenAct(movement.from.balance >= movement.minor)) && book(movement, store)

/** The transfers in progress, by store. */
const underWay = new WeakMap<Store, Set<string>>()

/** Serializes transfers with the same key; others run concurrently. */
const moveLockedBy =
  (keyOf: (movement: Movement) => string) =>
  async (movement: Movement, store: Store): Promise<boolean> => {
    const keys = underWay.get(store) ?? new Set<string>()
    underWay.set(store, keys)
    const key = keyOf(movement)
    while (keys.has(key)) await lookThenAct(undefined)
    keys.add(key)
    try {
      return await moveAfterLook(movement, store)
    } finally {
      keys.delete(key)
    }
  }

/** Debits immediately, but credits a destination balance that it read a moment before. */
const creditAfterLook = async ({ from, to, minor }: Movement, store: Store): Promise<boolean> => {
  if (from.balance < minor) return false
  store.credit(from.ocid, from.currency, -minor)
  const balance = await lookThenAct(to.balance)
  store.credit(to.ocid, to.currency, balance + minor - (store.account(to.ocid, to.currency)?.balance ?? 0n))
  return true
}

/** Faults that overdraw an account by simultaneous transfers, or lose one of them (TRANSFER-12, TRANSFER-13). */
export const balanceRaceMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'an account is debited three milliseconds after its balance was looked at',
    breaks: 'TRANSFER-13',
    kind: 'races',
    story: 'SELECT, then UPDATE, at a database in the next rack.',
    policies: { move: moveAfterLook },
  },
  {
    name: 'the balance of the recipient is read three milliseconds before it is written',
    breaks: 'TRANSFER-12',
    alsoBreaks: ['TRANSFER-13'],
    kind: 'races',
    story: 'Only the debit takes a lock, since a credit seemed harmless.',
    policies: { move: creditAfterLook },
  },
  {
    name: 'only transfers to one account wait for each other',
    breaks: 'TRANSFER-13',
    kind: 'races',
    story: 'The lock is on the credited row.',
    policies: { move: moveLockedBy(({ to }) => String(to.ocid)) },
  },
  {
    name: 'only equal transfers wait for each other',
    breaks: 'TRANSFER-13',
    kind: 'races',
    story: 'The advisory lock was meant for double clicks: its key is both accounts and the amount.',
    policies: { move: moveLockedBy(({ from, to, minor }) => `${from.ocid} ${to.ocid} ${minor}`) },
  },
]
