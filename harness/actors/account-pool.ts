import { blocked } from '../outcome.ts'
import type { AccountPool, Actor, Lease } from '../run-context.ts'

/** The requested accounts: each is a specific one, or any (`undefined`). */
type Wanted = readonly (Actor | undefined)[]

type Request = { wanted: Wanted; resolve(accounts: Actor[] | undefined): void }

/** If there are at least this many accounts, one can be reserved as unused. */
const fewest = 3

/** Chooses free accounts for a request, as many as possible, starting with the specific ones. */
const chosenFor = (wanted: Wanted, free: readonly Actor[]): Actor[] => {
  const certain = wanted.flatMap(one => free.filter(({ id }) => id === one?.id))
  const any = free.filter(account => !certain.includes(account))
  return [...certain, ...any.slice(0, wanted.filter(one => one === undefined).length)]
}

/** Returns the accounts in the order in which they were wanted. */
const inOrder = (wanted: Wanted, chosen: readonly Actor[]): Actor[] => {
  const any = chosen.filter(({ id }) => !wanted.some(one => one?.id === id))
  return wanted.flatMap(one => one ?? any.shift() ?? [])
}

/** Blocks the check if its accounts can never be available. */
const requireAccounts = (accounts: readonly Actor[], wanted: Wanted): void => {
  if (accounts.length === 0)
    blocked('no test account is provisioned: run `oc-conformance init` and register what it writes')
  const missing = wanted.find(one => one !== undefined && !accounts.some(({ id }) => id === one.id))
  if (missing !== undefined)
    blocked(`the account of ${missing.id} cannot be used: register it as provisioning.json lists it`)
  if (wanted.length > accounts.length)
    blocked(
      `${wanted.length} test accounts are needed at a time, and ${accounts.length} can be used: register all that provisioning.json lists`,
    )
}

/** The queue for accounts. An account that a request will need is not lent to those behind it. */
const createLine = (free: Actor[]) => {
  const waiting: Request[] = []
  const serve = () => {
    let left = [...free]
    for (const request of [...waiting]) {
      const chosen = chosenFor(request.wanted, left)
      left = left.filter(account => !chosen.includes(account))
      if (chosen.length < request.wanted.length) continue
      for (const account of chosen) free.splice(free.indexOf(account), 1)
      waiting.splice(waiting.indexOf(request), 1)
      request.resolve(inOrder(request.wanted, chosen))
    }
  }
  const wait = (wanted: Wanted, signal: AbortSignal) =>
    new Promise<Actor[] | undefined>(resolve => {
      const request = { wanted, resolve }
      if (signal.aborted) return resolve(undefined)
      waiting.push(request)
      signal.addEventListener('abort', () => {
        const at = waiting.indexOf(request)
        if (at >= 0) waiting.splice(at, 1)
        resolve(undefined)
        serve()
      })
      serve()
    })
  return { serve, wait, isEmpty: () => waiting.length === 0 }
}

/**
 * Creates a pool that lends each account to one check at a time, first come, first served; several accounts are lent together. The
 * first account is reserved as unused.
 */
export const createAccountPool = (accounts: readonly Actor[]): AccountPool => {
  const free = [...accounts]
  const line = createLine(free)
  let unused = accounts.length < fewest ? undefined : free.shift()
  const takeUnused = (): Actor[] => {
    const taken = unused ? [unused] : []
    unused = undefined
    return taken
  }
  const leaseOf = (lent: readonly Actor[]): Lease => {
    let isReleased = false
    const release = () => {
      if (!isReleased) free.push(...lent)
      isReleased = true
      line.serve()
    }
    return { accounts: lent, release }
  }
  return {
    lease: async (signal, wanted = [undefined]) => {
      requireAccounts(accounts, wanted)
      const isUnusedWanted = wanted.some(one => one !== undefined && one.id === unused?.id)
      // If all are requested, none can stay reserved.
      if (isUnusedWanted || wanted.length === accounts.length) free.push(...takeUnused())
      const lent = await line.wait(wanted, signal)
      return leaseOf(lent ?? blocked('no test account became free before the check ran out of time'))
    },
    unused: () => {
      const taken = takeUnused()
      return taken.length > 0 ? leaseOf(taken) : undefined
    },
    spare: () => {
      // Waiting requests come first.
      const account = line.isEmpty() ? free.pop() : undefined
      return account && leaseOf([account])
    },
    has: wanted => accounts.some(({ ocid }) => ocid === wanted),
  }
}

/**
 * Empties an account of unknown balance: moves ever larger amounts until one is rejected, then ever smaller ones. Returns the units moved.
 * `move` moves up to `most` units and returns whether the target accepted. Stops after `rounds` if the target rejects nothing: other checks
 * find such overdrafts.
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
