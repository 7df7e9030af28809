import type { CheckContext } from '../../harness/context.ts'
import { isSuccess } from '../../harness/http/pending-response.ts'
import type { Actor, RunContext } from '../../harness/run-context.ts'
import { isInsufficientFunds } from '../../harness/treasury.ts'
import { type PreflightResult, warning, working } from './finding.ts'

/** How many units a run needs from the treasury at the same time, at each depth, plus a margin of half. */
const neededUnits: Readonly<Record<RunContext['depth'], bigint>> = {
  quick: 5_000n,
  standard: 8_000n,
  thorough: 80_000n,
}

/** Finds out whether the treasury holds enough for a run, by moving that amount to a purse and back; otherwise, how much it holds. */
export const treasuryFindings = async (context: CheckContext): Promise<PreflightResult> => {
  const { purse1 } = context.run.identities
  if (purse1 === undefined) return { findings: [] }
  const needed = neededUnits[context.run.depth]
  const moves = await moveOut(context, purse1, needed)
  for (const units of moves.done) await context.transfer({ from: purse1, to: context.partner, units }, { as: purse1 })
  if (moves.isUnknown) return { findings: [] }
  const held = moves.done.reduce((sum, units) => sum + units, 0n)
  context.run.treasury.found(held)
  const { money, partner } = context
  const text = (units: bigint) => `${money.amount(units)} ${money.currency}`
  if (held === needed)
    return { findings: [working('treasury', `The treasury holds the ${text(needed)} that a run uses at most.`)] }
  const message = `The treasury (${partner.ocid}) holds about ${text(held)}, and a run uses up to ${text(needed)}.`
  return { findings: [warning('treasury', message, remedy)] }
}

const remedy =
  'Fund the treasury as provisioning.json lists it. Until then every transfer that it cannot pay blocks its check.'

/** Maximum number of transfers: a target that accepts only small amounts is not asked for the whole sum. */
const mostMoves = 40

/** The units of the transfers that were made; `isUnknown`: one was refused for a different reason than the balance. */
type Moves = { done: bigint[]; isUnknown: boolean }

/** Moves the needed amount, in ever smaller transfers if the treasury holds less. */
const moveOut = async (context: CheckContext, to: Actor, needed: bigint): Promise<Moves> => {
  const done: bigint[] = []
  let left = needed
  let units = context.money.most < needed ? context.money.most : needed
  while (units > 0n && left > 0n && done.length < mostMoves) {
    if (units > left) units = left
    const response = await context.transfer({ from: context.partner, to, units })
    if (isSuccess(response)) {
      done.push(units)
      left -= units
    } else if (isInsufficientFunds(response)) units /= 2n
    else return { done, isUnknown: true }
  }
  return { done, isUnknown: left > 0n && units > 0n }
}
