import { activity } from './activity.ts'

/**
 * Everything that checks borrow, in the order in which a check must request it: each thing once, and only things after those that it already holds. This prevents deadlocks. Three more rules apply:
 *
 * - A check that waits lends its place, or is the only one in its stage, so no waiting check holds a place.
 * - Before a check waits for the others to end, it returns all accounts and seats.
 * - Requests of a race take their turns together, and none waits for a transfer that waits for the other requests of its race.
 *
 * Each string completes "waits for …".
 */
export const lentOut = {
  end: 'the end of the other checks',
  place: 'its place in the run',
  accounts: 'test accounts',
  issuer: 'an issuer that one check at a time uses',
  seat: 'a seat at the browser',
  exclusivity: 'a moment without another transfer',
  race: 'the other requests of its race',
  turn: 'its turn to send a request',
} as const

export type Lent = keyof typeof lentOut

const order = Object.keys(lentOut)

/** The things that one check has borrowed. */
export type Borrower = {
  /** The id of the check. */
  readonly who: string
  /**
   * Requests something, and waits for it. Call `giveBack` when it is no longer used. Throws an error (a fault of the harness) if the check
   * holds or has requested the same thing or a later one.
   */
  borrow<T>(what: Lent, ask: () => Promise<T>): Promise<{ lent: T; giveBack: () => void }>
}

/** Creates the borrower for one run of a check. */
export const createBorrower = (who: string): Borrower => {
  const held = new Set<Lent>()
  return {
    who,
    borrow: async (what, ask) => {
      const late = [...held].find(other => order.indexOf(other) >= order.indexOf(what))
      if (late !== undefined)
        throw new Error(
          `${who} asks for ${lentOut[what]} while it has ${late === what ? 'some' : lentOut[late]}: ask for all together, in the order of lent-out.ts`,
        )
      held.add(what)
      const giveBack = () => void held.delete(what)
      try {
        return { lent: await activity.waitFor({ who, what: lentOut[what] }, ask()), giveBack }
      } catch (error) {
        giveBack()
        throw error
      }
    },
  }
}

const borrowers = new WeakMap<AbortSignal, Borrower>()

/** Returns the borrower of the check run with this signal; `who`: the check's id, if the borrower is new. */
export const borrowerOf = (signal: AbortSignal | undefined, who = 'the harness'): Borrower => {
  const known = signal && borrowers.get(signal)
  if (known) return known
  const borrower = createBorrower(who)
  if (signal) borrowers.set(signal, borrower)
  return borrower
}
