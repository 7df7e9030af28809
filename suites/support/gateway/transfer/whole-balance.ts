import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess, summary } from '../../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../../harness/http/response.ts'
import { expectThat, fail } from '../../../../harness/outcome.ts'
import { isInsufficientFunds } from '../../../../harness/treasury.ts'
import { ask } from '../../probe.ts'
import { balanceIn } from './accounts.ts'

/** Moves money into an account and out of it. */
export type AccountMoves = {
  /** Units of the largest transfer. */
  most: number
  fund: (units: number) => PromiseLike<HttpResponse>
  spend: (units: number) => PromiseLike<HttpResponse>
}

/** Fails the clause if an account that received the largest transfer cannot pay a single unit: no fee uses up all of that. */
const expectUnitSpendable = async (context: CheckContext, { fund, spend, most }: AccountMoves): Promise<void> => {
  if (!isSuccess(await fund(most))) return
  await context.arrived()
  const response = await spend(1)
  expectThat(!isInsufficientFunds(response), 'none of the money paid into an account can be spent', {
    expected: `200: ${most} units were paid in before, and one is spent`,
    actual: summary(response),
  })
}

/** An account with five units can spend all five. With a fee, which the document does not mention, each transfer would require more. */
export const expectWholeBalanceSpendable = async (context: CheckContext, moves: AccountMoves): Promise<void> => {
  const { fund } = moves
  const spend = (units: number) =>
    ask(context, {
      what: 'Whether a balance that equals the amount is enough',
      send: () => moves.spend(units),
      read: balanceIn,
      once: true,
    })
  await context.arrived()
  const response = await spend(5)
  if (isSuccess(response)) return
  await fund(1)
  await context.arrived()
  const isSpendableWithMore = isSuccess(await spend(5))
  await fund(5)
  await context.arrived()
  if (!isSpendableWithMore && !isSuccess(await spend(5))) await expectUnitSpendable(context, moves)
  if (!isSpendableWithMore || !isSuccess(await spend(5)))
    return context.untried('A balance that equals the amount: a transfer costs more than its amount, as with a fee.')
  fail('a balance that equals the amount is not enough', { expected: '200', actual: summary(response) })
}
