import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, type PendingResponse, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { isInsufficientFunds } from '../../../harness/treasury.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { withoutMembers } from '../../members/absences.ts'
import { canSpend } from '../../support/gateway/transfer/accounts.ts'

/** A transfer from an account, sent by its owner. */
type Plan = { from: Actor; to: Actor; units: number }

/** Members that a transfer may lack. */
export const partMembers = ['memo', 'order', 'from.reference'] as const

/** Makes a transfer with all optional members except some. */
const transferWithout = (
  context: CheckContext,
  { from, to, units }: Plan,
  omitted: readonly string[],
): PendingResponse => {
  const order = { id: context.fresh('order'), urls: [] }
  const party = { ocid: to.ocid, reference: order.id }
  const body = context.transferOf({ from, to: party, units, memo: 'Conformance', order }) as JsonObject
  return context.call('transfer.create', withoutMembers(body, omitted), { as: from })
}

/** Fails the clause if more can be paid out of an account than it holds. */
export const expectNoMore = async (
  context: CheckContext,
  account: Actor,
  { held, tried }: { held: number; tried: number },
) => {
  expectThat(!(await canSpend(context, account, tried)), 'more can be paid out than is in an account', {
    expected: `${context.money.amount(held)} in the account, and a refusal`,
    actual: `${context.money.amount(tried)} are paid out`,
  })
}

/** Fails the clause if an account holds less than it was paid. A refusal for a reason other than the balance proves nothing. */
export const expectHeld = (response: Awaited<PendingResponse>, held: string) =>
  expectThat(!isInsufficientFunds(response), 'money that is in an account cannot be paid out', {
    expected: `${held} in the account`,
    actual: summary(response),
  })

/** Pays three units in and two out with transfers that lack some members; a gateway may refuse them. */
export const expectMoved = async (context: CheckContext, account: Actor, omitted: readonly string[]): Promise<void> => {
  const { partner, money } = context
  await context.empty(account)
  const paidIn = await transferWithout(context, { from: partner, to: account, units: 3 }, omitted)
  if (!isSuccess(paidIn)) return
  await context.arrived()
  await expectNoMore(context, account, { held: 3, tried: 4 })
  const paidOut = await transferWithout(context, { from: account, to: partner, units: 2 }, omitted)
  expectHeld(paidOut, money.amount(3))
  if (isSuccess(paidOut)) await expectNoMore(context, account, { held: 1, tried: 2 })
}
