import type { Answer } from './answer.ts'
import { blocked } from './outcome.ts'
import { sweep } from './purse.ts'
import { codeOf, isSuccess } from './sent.ts'
import type { Actor } from './session.ts'
import type { Stage, Trace } from './stage.ts'

/** Moves units between accounts; false where the source does not hold them. */
const moves = async (stage: Stage, from: Actor, to: { ocid: number }, units: bigint): Promise<boolean> => {
  const answer = await stage.transfer({ from, to, units }, { as: from })
  if (isSuccess(answer)) return true
  if (isWantOfMoney(answer)) return false
  return blocked(`a purse cannot be filled or emptied: ${answer.status} ${String(codeOf(answer) ?? '')}`)
}

/** However it is said: that it is no 402 INSUFFICIENT_FUNDS breaks TRANSFER-09, not every check that needs a purse. */
const isWantOfMoney = (answer: Answer): boolean => answer.status === 402 || codeOf(answer) === 'INSUFFICIENT_FUNDS'

/** Moves an account's whole holding to the treasury; how many units there were. */
export const emptied = (stage: Stage, owner: Actor): Promise<bigint> =>
  sweep(units => moves(stage, owner, stage.partner, units), stage.money.most)

/** A purse that holds exactly so many units, this check's own until it ends; emptied then. */
export const fundedPurse = async (stage: Stage, trace: Trace, units: bigint): Promise<Actor> => {
  // Whoever pays has to be there before anything is lent.
  const { partner } = stage
  if (stage.session.obstacles.money) blocked(stage.session.obstacles.money)
  const { purse, release } = await stage.session.purses.lease(stage.signal)
  trace.undo.push(async () => {
    await emptied(stage, purse).finally(release)
  })
  await emptied(stage, purse)
  if (units > 0n && !(await moves(stage, partner, purse, units)))
    blocked(`the treasury does not hold ${stage.money.amount(units)} ${stage.money.currency}`)
  return purse
}
