import { blocked } from '../outcome.ts'
import type { AccountPool, Actor } from '../run-context.ts'

type Waiting = { wanted: Actor | undefined; resolve(account: Actor | undefined): void }

/** Waits in line for an account; undefined if the signal aborts first. */
const nextOf = (waiting: Waiting[], signal: AbortSignal, wanted: Actor | undefined) =>
  new Promise<Actor | undefined>(resolve => {
    const place: Waiting = { wanted, resolve }
    waiting.push(place)
    signal.addEventListener('abort', () => {
      const at = waiting.indexOf(place)
      if (at >= 0) waiting.splice(at, 1)
      resolve(undefined)
    })
  })

/** With so many accounts one of them can be kept. */
const fewest = 3

/** Creates a pool that lends each account to one check at a time, first come first served. The first account is kept as unused. */
export const createAccountPool = (accounts: readonly Actor[]): AccountPool => {
  const free = [...accounts]
  let unused = accounts.length < fewest ? undefined : free.shift()
  const waiting: Waiting[] = []
  const giveBack = (account: Actor) => {
    const at = waiting.findIndex(({ wanted }) => wanted === undefined || wanted.id === account.id)
    if (at < 0) free.push(account)
    else waiting.splice(at, 1)[0]?.resolve(account)
  }
  const takeUnused = (): Actor | undefined => {
    const account = unused
    unused = undefined
    return account
  }
  const take = (wanted: Actor | undefined): Actor | undefined => {
    if (wanted !== undefined && wanted.id === unused?.id) return takeUnused()
    const at = wanted === undefined ? 0 : free.findIndex(({ id }) => id === wanted.id)
    return at < 0 ? undefined : free.splice(at, 1)[0]
  }
  const leaseOf = (account: Actor) => {
    let isReleased = false
    const release = () => {
      if (!isReleased) giveBack(account)
      isReleased = true
    }
    return { account, release }
  }
  const lease: AccountPool['lease'] = async (signal, wanted) => {
    if (accounts.length === 0)
      blocked('no test account is provisioned: run `oc-conformance init` and register what it writes')
    if (wanted !== undefined && !accounts.some(({ id }) => id === wanted.id))
      blocked(`the account of ${wanted.id} cannot be used: register it as provisioning.json lists it`)
    const account = take(wanted) ?? (await nextOf(waiting, signal, wanted))
    return leaseOf(account ?? blocked('no test account became free before the check ran out of time'))
  }
  return {
    lease,
    unused: () => {
      const account = takeUnused()
      return account && leaseOf(account)
    },
    spare: () => {
      const account = free.pop()
      return account && leaseOf(account)
    },
  }
}

/**
 * Empties an account whose balance is unknown: moves ever larger amounts until one is rejected, then ever smaller ones.
 * Returns the units moved. `move` moves so many units, at most `most`, and returns whether the target did. Stops after
 * `rounds` at a target that rejects none, since other checks find that it overdraws.
 */
export const sweep = async (move: (units: bigint) => Promise<boolean>, most: bigint, rounds = 40): Promise<bigint> => {
  let moved = 0n
  let units = 1n
  for (let round = 0; round < rounds && (await move(units)); round++) {
    moved += units
    units = units * 2n > most ? most : units * 2n
  }
  for (units /= 2n; units > 0n; units /= 2n) {
    if (await move(units)) moved += units
  }
  return moved
}
