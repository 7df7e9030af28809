import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { expectWinners, race, roundsOf } from '../../../harness/race.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { isInsufficientFunds } from '../../../harness/treasury.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { canSpend, fund, spend, spendArrived } from '../../support/gateway/transfer/accounts.ts'
import { requirePlainAccount } from '../../support/gateway/transfer/plain-account.ts'
import { ask, isUnrelated } from '../../support/probe.ts'

/** Concurrent transfers neither overdraw an account nor lose money. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

/** The units in an account, which allow `most` of the transfers, each with its units, to the recipients in turn. */
type Plan = { balance: number; most: number; transfers: readonly number[] }

/** The account that pays, and who is paid. */
type Accounts = { account: Actor; recipients: readonly Actor[] }

/**
 * Sends more transfers at the same moment than the balance allows; exactly as many as it allows may succeed. Returns the units that
 * were spent.
 */
const expectExactlyServed = async (
  context: CheckContext,
  { account, recipients }: Accounts,
  plan: Plan & { refusal: string },
) => {
  const { balance, most, transfers, refusal } = plan
  const entries = transfers.map((units, at) => {
    const to = recipients[at % recipients.length] ?? context.partner
    return {
      what: `${context.money.amount(units)} of ${context.money.amount(balance)} to ${to.id}`,
      send: async (lanes: Lanes) => {
        const response = await context.transfer({ from: account, to, units }, { as: account, lanes })
        return { response, units, to }
      },
    }
  })
  const finished = await race(context, entries)
  const responses = finished.map(({ result }) => result.response)
  const moved = finished.filter(({ result }) => isSuccess(result.response))
  const spent = moved.reduce((sum, { result }) => sum + result.units, 0)
  await context.arrived()
  for (const { result } of moved) if (result.to !== context.partner) await spend(context, result.to, result.units)
  // An overdrawn account would disturb other checks.
  if (spent > balance) await fund(context, account, spent - balance)
  const message = 'transfers sent at the same moment overdraw the account'
  expectWinners(finished, {
    isWon: ({ response }) => isSuccess(response),
    describe: ({ response }) => summary(response),
    most,
    message,
  })
  const expected = `${most} of ${responses.length} accepted, the rest ${refusal}`
  const actual = responses.map(summary).join(', ')
  const other = responses.find(response => !isSuccess(response) && summary(response) !== refusal)
  expectThat(other === undefined, 'transfers sent at the same moment are not refused as required', {
    expected,
    actual,
  })
  // What can be moved now could have been moved before.
  const least = Math.min(...transfers)
  const isLeft = moved.length < most && (await canSpend(context, account, least))
  expectThat(!isLeft, 'fewer transfers sent at the same moment succeed than the balance allows', { expected, actual })
  return spent
}

const expectNeverOverdrawn = async (context: CheckContext, accounts: Accounts, plan: Plan) => {
  const { account } = accounts
  const overdraft = await ask(context, {
    what: 'How a transfer of more than the balance is refused',
    send: () => spend(context, account, plan.balance + 1),
    read: response => (isUnrelated(response) ? undefined : response),
    once: true,
  })
  if (isSuccess(overdraft)) blocked('a single transfer overdraws the account, too (TRANSFER-09)', 'TRANSFER-09')
  for (const _round of roundsOf(context)) {
    const spent = await expectExactlyServed(context, accounts, { ...plan, refusal: summary(overdraft) })
    if (spent > 0) await fund(context, account, spent).asControl()
    await context.arrived()
  }
}

/** Transfers to the partner alone. */
const expectPartnerPaid = async (context: CheckContext, plan: Plan) =>
  expectNeverOverdrawn(context, { account: await context.account(plan.balance), recipients: [context.partner] }, plan)

clause.race('TRANSFER-13', 'more at once than the balance allows', context =>
  expectPartnerPaid(context, { balance: 3, most: 3, transfers: Array.from({ length: 12 }, () => 1) }),
)

const oneOfTwo: Plan = { balance: 5, most: 1, transfers: [3, 4] }

clause.race('TRANSFER-13', 'two different transfers, each of which the balance allows', context =>
  expectPartnerPaid(context, oneOfTwo),
)

clause.race('TRANSFER-13', 'transfers to two accounts, each of which the balance allows', async context => {
  const [account, other] = await context.accounts(oneOfTwo.balance, 0)
  await expectNeverOverdrawn(context, { account, recipients: [context.partner, other] }, oneOfTwo)
})

/** Credits of a unit each, sent at the same moment. */
const credits = 8

/** Pays units in at the same moment, and fails the clause unless as many can be paid out again, and no more. */
const expectAllArrived = async (context: CheckContext, account: Actor): Promise<void> => {
  const { money, partner } = context
  const entries = Array.from({ length: credits }, () => ({
    what: money.amount(1),
    send: (lanes: Lanes) => context.transfer({ from: partner, to: account, units: 1 }, { lanes }),
  }))
  const responses = (await race(context, entries)).map(({ result }) => result)
  const failed = responses.find(({ status }) => status >= 500)
  if (failed) blocked(`a transfer is answered ${summary(failed)}`)
  // A gateway may take two for one, and return the proof of the first again.
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

clause.race('TRANSFER-12', 'credits of the same moment', async context => {
  const account = await context.account(0)
  await requirePlainAccount(context, account)
  for (const _round of roundsOf(context)) await expectAllArrived(context, account)
})

/** Transfers in each direction, sent at the same moment. */
const crossing = 4

/** Has two accounts pay each other at the same moment, and fails the clause unless both hold afterwards what they held before. */
const expectCrossed = async (context: CheckContext, [one, other]: readonly [Actor, Actor]): Promise<void> => {
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
    expectThat(all !== undefined && isSuccess(all), 'transfers in opposite directions change how much there is', {
      expected: `${money.amount(crossing)} in each account, as before`,
      actual: all === undefined ? `${money.amount(crossing + 1)} are paid out` : summary(all),
    })
    await fund(context, account, crossing).asControl()
  }
}

clause.race('TRANSFER-12', 'transfers in both directions at the same moment', async context => {
  const [one, other] = await context.accounts(0, crossing)
  await requirePlainAccount(context, one)
  await fund(context, one, crossing).asControl()
  for (const _round of roundsOf(context)) await expectCrossed(context, [one, other])
})
