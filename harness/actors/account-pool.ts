import { blocked } from '../outcome.ts'
import type { AccountPool, Actor } from '../run-context.ts'

/** Creates a pool that lends each account to one check at a time, first come first served. */
export const createAccountPool = (accounts: readonly Actor[]): AccountPool => {
  const free = [...accounts]
  const waiting: ((account: Actor) => void)[] = []
  const giveBack = (account: Actor) => {
    const next = waiting.shift()
    if (next) next(account)
    else free.push(account)
  }
  const leaseOf = (account: Actor) => {
    let isReleased = false
    const release = () => {
      if (!isReleased) giveBack(account)
      isReleased = true
    }
    return { account, release }
  }
  const nextFree = (signal: AbortSignal) =>
    new Promise<Actor | undefined>(resolve => {
      waiting.push(resolve)
      signal.addEventListener('abort', () => {
        const place = waiting.indexOf(resolve)
        if (place >= 0) waiting.splice(place, 1)
        resolve(undefined)
      })
    })
  return {
    lease: async signal => {
      if (accounts.length === 0)
        blocked('no test account is provisioned: run `oc-conformance init` and register what it writes')
      const account = free.shift() ?? (await nextFree(signal))
      return leaseOf(account ?? blocked('no test account became free before the check ran out of time'))
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
