import type { CheckContext, Trace } from '../context.ts'
import { codeOf, isSuccess } from '../http/pending-response.ts'
import type { HttpResponse } from '../http/response.ts'
import { blocked } from '../outcome.ts'
import type { Actor } from '../run-context.ts'
import { sweep } from './account-pool.ts'

/** Moves units between accounts; false where the source does not hold them. */
const moves = async (context: CheckContext, from: Actor, to: { ocid: number }, units: bigint): Promise<boolean> => {
  const response = await context.transfer({ from, to, units }, { as: from })
  if (isSuccess(response)) return true
  if (isWantOfMoney(response)) return false
  return blocked(`a purse cannot be filled or emptied: ${response.status} ${String(codeOf(response) ?? '')}`)
}

/** However it is said: that it is no 402 INSUFFICIENT_FUNDS breaks TRANSFER-09, not every check that needs a purse. */
const isWantOfMoney = (response: HttpResponse): boolean =>
  response.status === 402 || codeOf(response) === 'INSUFFICIENT_FUNDS'

/** Moves an account's whole holding to the treasury; how many units there were. */
export const emptyAccount = (context: CheckContext, owner: Actor): Promise<bigint> =>
  sweep(units => moves(context, owner, context.partner, units), context.money.most)

/** A purse that holds exactly so many units, this check's own until it ends; emptied then. */
export const fundedAccount = async (context: CheckContext, trace: Trace, units: bigint): Promise<Actor> => {
  // Whoever pays has to be there before anything is lent.
  const { partner } = context
  if (context.run.obstacles.money) blocked(context.run.obstacles.money)
  const { account, release } = await context.run.accountPool.lease(context.signal)
  trace.undo.push(async () => {
    await emptyAccount(context, account).finally(release)
  })
  await emptyAccount(context, account)
  if (units > 0n && !(await moves(context, partner, account, units)))
    blocked(`the treasury does not hold ${context.money.amount(units)} ${context.money.currency}`)
  return account
}
