import { blocked } from '../outcome.ts'
import type { AccountPool, Actor } from '../run-context.ts'

/** Lends the purses out, first come first served. */
export const createAccountPool = (accountPool: readonly Actor[]): AccountPool => {
  const free = [...accountPool]
  const waiting: ((account: Actor) => void)[] = []
  const giveBack = (account: Actor) => {
    const next = waiting.shift()
    if (next) next(account)
    else free.push(account)
  }
  const lent = (account: Actor) => {
    let held = true
    const release = () => {
      if (held) giveBack(account)
      held = false
    }
    return { account, release }
  }
  return {
    lease: async signal => {
      if (accountPool.length === 0)
        blocked('no purse is provisioned: run `oc-conformance init` and register what it writes')
      const account = free.shift()
      if (account) return lent(account)
      const next = await new Promise<Actor | undefined>(resolve => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => {
          const place = waiting.indexOf(resolve)
          if (place >= 0) waiting.splice(place, 1)
          resolve(undefined)
        })
      })
      if (!next) return blocked('no purse became free before the check ran out of time')
      return lent(next)
    },
  }
}

/**
 * Empties an account without knowing what it holds: tries ever larger amounts until one is refused, then ever smaller ones.
 * Amounts are whole units up to `most`; `move` tells whether the target moved so many. A target that never refuses is left
 * alone after `rounds`: that it overdraws is for the checks to find.
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
