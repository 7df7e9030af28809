import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { race } from '../../../harness/race.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { isInsufficientFunds } from '../../../harness/treasury.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { canSpend, fund, spendArrived } from '../../support/gateway/transfer/accounts.ts'

/** The number of credits of one unit each, sent at the same moment. */
const credits = 8

/** Pays units in at the same moment; fails the clause unless exactly as many can be paid out again. */
export const expectAllArrived = async (context: CheckContext, account: Actor): Promise<void> => {
  const { money, partner } = context
  const entries = Array.from({ length: credits }, () => ({
    what: money.amount(1),
    send: (lanes: Lanes) => context.transfer({ from: partner, to: account, units: 1 }, { lanes }),
  }))
  const responses = (await race(context, entries)).map(({ result }) => result)
  const failed = responses.find(({ status }) => status >= 500)
  if (failed) blocked(`a transfer is answered ${summary(failed)}`)
  // A gateway may treat two as one, and return the first proof again.
  const held = new Set(responses.filter(isSuccess).map(({ json }) => txidOf(proofOf(json)))).size
  await context.arrived()
  expectThat(
    !(await canSpend(context, account, held + 1)),
    'more can be paid out than was paid in at the same moment',
    {
      expected: `${money.amount(held)} in the account, and a refusal`,
      actual: `${money.amount(held + 1)} are paid out`,
    },
  )
  if (held === 0) return
  const response = await spendArrived(context, account, held)
  expectThat(!isInsufficientFunds(response), 'money that was paid in at the same moment is lost', {
    expected: `${money.amount(held)} in the account`,
    actual: summary(response),
  })
}

/** The number of transfers in each direction, sent at the same moment. */
export const crossing = 4

/** Makes two accounts pay each other at the same moment; fails the clause unless both end with their former balance. */
export const expectCrossed = async (context: CheckContext, [one, other]: readonly [Actor, Actor]): Promise<void> => {
  const { money } = context
  await context.arrived()
  const entries = Array.from({ length: 2 * crossing }, (_, at) => {
    const [from, to] = at % 2 === 0 ? [one, other] : [other, one]
    const send = (lanes: Lanes) => context.transfer({ from, to, units: 1 }, { as: from, lanes })
    return { what: `${money.amount(1)} from ${from.id} to ${to.id}`, send }
  })
  const responses = (await race(context, entries)).map(({ result }) => result)
  const failed = responses.find(response => !isSuccess(response))
  if (failed) blocked(`one of two transfers in opposite directions is answered ${summary(failed)}`)
  await context.arrived()
  for (const account of [one, other]) {
    const hasMore = await canSpend(context, account, crossing + 1)
    const all = hasMore ? undefined : await spendArrived(context, account, crossing)
    expectThat(all !== undefined && isSuccess(all), 'transfers in opposite directions change the sum of the balances', {
      expected: `${money.amount(crossing)} in each account, as before`,
      actual: all === undefined ? `${money.amount(crossing + 1)} are paid out` : summary(all),
    })
    await fund(context, account, crossing).asControl()
  }
}
