import { textOf } from '../../protocol/json/any-json.ts'
import { sweep } from '../actors/account-pool.ts'
import type { Actors } from '../actors/actors.ts'
import { codeOf, isSuccess } from '../http/pending-response.ts'
import type { Money } from '../money.ts'
import { blocked } from '../outcome.ts'
import { pause } from '../pause.ts'
import type { Actor, Lease } from '../run-context.ts'
import { isInsufficientFunds } from '../treasury.ts'
import type { CheckRun } from './check-run.ts'
import { creditDelayOf, knownCreditDelay } from './credit-delay.ts'
import type { Operations } from './operations.ts'

/** Money at the target, and test accounts that hold it. */
export type Accounts = {
  readonly money: Money
  /**
   * Lends an account that holds exactly so many units, the wanted one if one is named. No other check uses it until this one ends;
   * then it is emptied.
   */
  account(units: number | bigint, wanted?: Actor): Promise<Actor>
  /** Lends an empty account that no other check has used, to the first that asks for it. */
  unusedAccount(): Promise<Actor>
  /** Moves everything in an account to the treasury. Returns how many units there were. */
  empty(owner: Actor): Promise<bigint>
  /** Waits until money that was moved has arrived, at a target that credits an account after its answer. Returns whether it is one. */
  arrived(): Promise<boolean>
}

type Dependencies = { actors: Actors; operations: Operations; checkRun: CheckRun }

/** Moves units between accounts; false if the source holds fewer. */
type Transfer = (from: Actor, to: { ocid: number }, units: bigint) => Promise<boolean>

const transferBy =
  ({ transfer }: Operations): Transfer =>
  async (from, to, units) => {
    const response = await transfer({ from, to, units }, { as: from })
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

/** Finds out by an empty account how late the target credits one: by a spare one, since a target may keep back a part of it. */
const measureCreditDelay = (owner: Actor, transfer: Transfer, { actors, checkRun }: Dependencies): Promise<number> => {
  const { run, partner } = actors
  const spare = run.accountPool.spare()
  const account = spare?.account ?? owner
  const fill = () => emptyBy(transfer, actors)(account).then(() => transfer(partner, account, 1n))
  const spend = () => transfer(account, partner, 1n)
  return creditDelayOf(run, { fill, spend, latencyMs: run.http.leastLatencyMs, signal: checkRun.signal }).finally(
    spare?.release,
  )
}

/** Returns the money of a check: what it borrows goes back when it has ended. */
export const createAccounts = (dependencies: Dependencies): Accounts => {
  const { actors, operations, checkRun } = dependencies
  const { run } = actors
  const transfer = transferBy(operations)
  const empty = (owner: Actor) => emptyBy(transfer, actors)(owner)
  const arrivedAfter = async (delayMs: number | PromiseLike<number>): Promise<boolean> => {
    const ms = await delayMs
    if (ms > 0) await checkRun.idle(pause(ms, checkRun.signal))
    return ms > 0
  }
  const arrived = () => arrivedAfter(knownCreditDelay(run) ?? account(0).then(() => knownCreditDelay(run) ?? 0))
  const borrow = async ({ account, release }: Lease): Promise<Actor> => {
    checkRun.afterwards(async () => {
      // Where nothing could be moved the delay is not known; another account is not to be asked for while this one is held.
      await arrivedAfter(knownCreditDelay(run) ?? 0)
        .then(() => empty(account))
        .finally(release)
    })
    // The first that has an account does this, before it is used.
    await checkRun.idle(knownCreditDelay(run) ?? measureCreditDelay(account, transfer, dependencies))
    await empty(account)
    return account
  }
  const account = async (count: number | bigint, wanted?: Actor): Promise<Actor> => {
    const units = BigInt(count)
    // Reads the partner first: without one, the check is blocked before it takes an account.
    const { partner } = actors
    if (run.obstacles.money) blocked(run.obstacles.money)
    const account = await borrow(await checkRun.idle(run.accountPool.lease(checkRun.signal, wanted)))
    if (units > 0n && !(await transfer(partner, account, units)))
      blocked(`the treasury does not hold ${run.money.amount(units)} ${run.money.currency}`)
    if (units > 0n) await arrived()
    return account
  }
  const unusedAccount = async (): Promise<Actor> => {
    // Another one tells how late money arrives.
    const other = knownCreditDelay(run) ? undefined : await account(0)
    const unused = run.accountPool.unused()
    return unused ? borrow(unused) : (other ?? account(0))
  }
  return { money: run.money, account, unusedAccount, empty, arrived }
}
