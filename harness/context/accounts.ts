import { textOf } from '../../protocol/json/any-json.ts'
import { activity } from '../activity.ts'
import { sweep } from '../actors/account-pool.ts'
import type { Actors } from '../actors/actors.ts'
import type { HttpRequest } from '../http/http-request.ts'
import { codeOf, isSuccess } from '../http/pending-response.ts'
import type { Target } from '../http/target.ts'
import { borrowerOf } from '../lent-out.ts'
import type { Money } from '../money.ts'
import { blocked } from '../outcome.ts'
import type { Actor, Lease } from '../run-context.ts'
import { isInsufficientFunds } from '../treasury.ts'
import { settle } from '../unsettled.ts'
import { pauseOfWork } from '../working-time.ts'
import type { CheckRun } from './check-run.ts'
import { creditDelayOf, knownCreditDelay } from './credit-delay.ts'
import type { Operations } from './operations.ts'

/** Money at the target, and test accounts that hold it. */
export type Accounts = {
  readonly money: Money
  /**
   * Lends an account that holds exactly `units`; `wanted`: a specific one. No other check uses it until this one ends; then it is
   * emptied. A check must ask once for all accounts that it needs.
   */
  account(units: number | bigint, wanted?: Actor): Promise<Actor>
  /** Lends several accounts together, each with exactly the given units. */
  accounts<const Units extends Quantities>(...units: Units): Promise<{ [At in keyof Units]: Actor }>
  /** Lends an empty account; the first caller gets one that no check has used yet. */
  unusedAccount(): Promise<Actor>
  /** Moves everything in an account to the treasury. Returns the units moved. */
  empty(owner: Actor): Promise<bigint>
  /** Waits until moved money has arrived, if the target credits accounts later than its response. Returns whether it does. */
  arrived(): Promise<boolean>
}

/** How many units each of several accounts is to hold. */
type Quantities = readonly (number | bigint)[]

type Dependencies = { actors: Actors; operations: Operations; target: Target; checkRun: CheckRun }

/** Moves units between accounts; false if the source holds fewer. */
type Transfer = (from: Actor, to: { ocid: number }, units: bigint) => Promise<boolean>

const transferBy =
  ({ transfer }: Operations): Transfer =>
  async (from, to, units) => {
    const response = await transfer({ from, to, units }, { as: from }).asPreparation()
    if (isSuccess(response)) return true
    if (isInsufficientFunds(response)) return false
    return blocked(
      `a test account cannot be filled or emptied: ${response.status} ${textOf(codeOf(response) ?? '')}`.trimEnd(),
    )
  }

const emptyBy =
  (transfer: Transfer, { run, partner }: Actors) =>
  (owner: Actor): Promise<bigint> =>
    sweep(units => transfer(owner, partner, units), run.money.most)

/** Measures with an empty account how late the target credits money; uses a spare one, since the target may retain part of the money. */
const measureCreditDelay = (owner: Actor, transfer: Transfer, { actors, checkRun }: Dependencies): Promise<number> => {
  const { run, partner } = actors
  const spare = run.accountPool.spare()
  const account = spare?.accounts[0] ?? owner
  const fill = () => emptyBy(transfer, actors)(account).then(() => transfer(partner, account, 1n))
  const spend = () => transfer(account, partner, 1n)
  return creditDelayOf(run, { fill, spend, latencyMs: run.http.leastLatencyMs, signal: checkRun.signal }).finally(
    spare?.release,
  )
}

/** Lends a check all its accounts together, and empties them when it ends. */
const createLending = (dependencies: Dependencies, transfer: Transfer) => {
  const { actors, target, checkRun } = dependencies
  const { run } = actors
  const empty = (owner: Actor) => emptyBy(transfer, actors)(owner)
  /** Waits out the credit delay. Returns whether there is one. */
  const arrivedAfter = async (ms: number): Promise<boolean> => {
    if (ms > 0) await checkRun.idle(pauseOfWork(ms, checkRun.signal))
    return ms > 0
  }
  /** Empties an account for its next user, and makes sure that no pending transfer can still reach it. */
  const clear = async (owner: Actor): Promise<void> => {
    const again = async (request: HttpRequest) => target.send(request).then(undefined, () => undefined)
    const wait = () => pauseOfWork(run.http.timeoutMs, checkRun.signal)
    if (!checkRun.signal.aborted) await checkRun.idle(settle(run, owner.ocid, { again, wait }))
    await empty(owner)
  }
  const ask = async (wanted: readonly (Actor | undefined)[]): Promise<Lease> => {
    const lease = () => checkRun.idle(run.accountPool.lease(checkRun.signal, wanted))
    const { lent, giveBack } = await borrowerOf(checkRun.signal).borrow('accounts', lease)
    const release = () => {
      lent.release()
      giveBack()
    }
    return { ...lent, release }
  }
  const giveBack = async ({ accounts, release }: Lease): Promise<void> => {
    try {
      // If nothing could be moved, the delay stays unknown: another account must not be requested while this one is held.
      await arrivedAfter((await knownCreditDelay(run)) ?? 0)
      for (const owner of accounts) await clear(owner)
    } finally {
      release()
    }
  }
  /** Learns how late the target credits money: the first check with an account measures the delay. */
  const learnDelay = async ({ accounts: [owner] }: Lease): Promise<void> => {
    const known = knownCreditDelay(run)
    const wait = { who: checkRun.check.id, what: 'a check that finds out how late money arrives' }
    if (known) await checkRun.idle(activity.waitFor(wait, known))
    else await checkRun.idle(owner ? measureCreditDelay(owner, transfer, dependencies) : noDelay)
  }
  const arrived = async (): Promise<boolean> => {
    if (knownCreditDelay(run) === undefined) {
      const lease = await ask([undefined])
      await learnDelay(lease).finally(() => giveBack(lease))
    }
    return arrivedAfter((await knownCreditDelay(run)) ?? 0)
  }
  const borrow = async (lease: Lease): Promise<readonly Actor[]> => {
    checkRun.afterwards(() => giveBack(lease))
    await learnDelay(lease)
    for (const owner of lease.accounts) await clear(owner)
    return lease.accounts
  }
  return { ask, borrow, arrived, empty }
}

const noDelay = Promise.resolve(0)

const only = ([owner]: readonly Actor[]): Actor => owner ?? blocked('no test account can be used')

/** Creates the accounts part of a check's context; borrowed accounts are returned at the end of the check. */
export const createAccounts = (dependencies: Dependencies): Accounts => {
  const { actors, operations } = dependencies
  const { run } = actors
  const transfer = transferBy(operations)
  const { ask, borrow, arrived, empty } = createLending(dependencies, transfer)
  const lend = async (units: readonly bigint[], wanted: readonly (Actor | undefined)[]): Promise<readonly Actor[]> => {
    // Reads the partner first, so that a check without one blocks before it borrows an account.
    const { partner } = actors
    if (run.obstacles.money) blocked(run.obstacles.money)
    const owners = await borrow(await ask(wanted))
    for (const [at, owner] of owners.entries()) {
      const wished = units[at] ?? 0n
      if (wished > 0n && !(await transfer(partner, owner, wished)))
        blocked(`the treasury does not hold ${run.money.amount(wished)} ${run.money.currency}`)
    }
    if (units.some(wished => wished > 0n)) await arrived()
    return owners
  }
  const account: Accounts['account'] = async (units, wanted) => only(await lend([BigInt(units)], [wanted]))
  return {
    money: run.money,
    account,
    accounts: async <const Units extends Quantities>(...units: Units) =>
      (await lend(
        units.map(each => BigInt(each)),
        units.map(() => undefined),
      )) as { [At in keyof Units]: Actor },
    unusedAccount: async () => {
      // Another account measures the delay.
      const other = knownCreditDelay(run) ? undefined : await account(0)
      const unused = run.accountPool.unused()
      return unused ? only(await borrow(unused)) : (other ?? account(0))
    },
    empty,
    arrived,
  }
}
