import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, type PendingResponse, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { isInsufficientFunds } from '../../../harness/treasury.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { anyPart, partSamples, withoutMembers } from '../../members/absences.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { canSpend, fund, spendArrived } from '../../support/gateway/transfer/accounts.ts'
import { requirePlainAccount } from '../../support/gateway/transfer/plain-account.ts'

/** Money moves by each transfer, whoever pays, and whatever members it has. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

/** A transfer from an account, which its owner sends. */
type Plan = { from: Actor; to: Actor; units: number }

const optional = ['memo', 'order', 'from.reference'] as const

/** Makes a transfer with every optional member but some. */
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

const expectNoMore = async (
  context: CheckContext,
  account: Actor,
  { held, tried }: { held: number; tried: number },
) => {
  expectThat(!(await canSpend(context, account, tried)), 'more can be paid out than is in an account', {
    expected: `${context.money.amount(held)} in the account, and a refusal`,
    actual: `${context.money.amount(tried)} are paid out`,
  })
}

/** Fails the clause if an account holds less than it was paid. A refusal for another reason than the balance shows nothing. */
const expectHeld = (response: Awaited<PendingResponse>, held: string) =>
  expectThat(!isInsufficientFunds(response), 'money that is in an account cannot be paid out', {
    expected: `${held} in the account`,
    actual: summary(response),
  })

/** Pays three units in and two out by transfers that lack some members; a gateway may refuse them. */
const expectMoved = async (context: CheckContext, account: Actor, omitted: readonly string[]): Promise<void> => {
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

clause.property<string[]>(
  'TRANSFER-12',
  'balance after transfers with some of their optional members',
  async context => {
    const account = await context.account(0)
    await requirePlainAccount(context, account)
    return {
      arbitrary: () => anyPart(optional),
      examples: partSamples(optional),
      runs: 2,
      test: (_, omitted) => expectMoved(context, account, omitted),
    }
  },
  { long: true },
)

clause(
  'TRANSFER-12',
  'balance after equal transfers',
  async context => {
    const account = await context.account(0)
    await requirePlainAccount(context, account)
    await context.empty(account)
    await fund(context, account, 5).asControl()
    await context.arrived()
    const body = context.transferOf({ from: account, to: context.partner, units: 2 })
    const transfers = [await context.transfer(body, { as: account }), await context.transfer(body, { as: account })]
    const txids = transfers.filter(isSuccess).map(({ json }) => txidOf(proofOf(json)))
    // A gateway may refuse the second one, or return the first proof again.
    if (new Set(txids).size === 2) await expectNoMore(context, account, { held: 1, tried: 3 })
  },
  { long: true },
)

clause(
  'TRANSFER-12',
  'balances after a transfer between two partners',
  async context => {
    const [payer, payee] = await context.accounts(0, 0)
    await requirePlainAccount(context, payer)
    await fund(context, payer, 7).asControl()
    await context.arrived()
    const response = await context.transfer({ from: payer, to: payee, units: 5 }, { as: payer })
    if (!isSuccess(response)) notApplicable('The target makes no transfer between two test accounts.')
    await context.arrived()
    for (const [account, held] of [[payee, 5] as const, [payer, 2] as const]) {
      await expectNoMore(context, account, { held, tried: held + 1 })
      expectHeld(await spendArrived(context, account, held), context.money.amount(held))
    }
  },
  { long: true },
)
