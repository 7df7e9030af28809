/**
 * TRANSFER-13 · Transfers sent at the same moment never overdraw: as many succeed as the balance allows, the rest get
 * 402.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { expectWinners, race, roundsOf } from '../../../harness/race.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { canSpend, fund, spend } from '../../support/gateway/transfer/accounts.ts'
import { ask, isUnrelated } from '../../support/probe.ts'

const { clause } = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

/** The units in an account, which cover `most` of the transfers, and the units of each transfer; the recipients alternate. */
type Plan = { balance: number; most: number; transfers: readonly number[] }

/** The account that pays, and the recipients. */
type Accounts = { account: Actor; recipients: readonly Actor[] }

/**
 * Sends more transfers at the same moment than the balance covers; exactly as many as it covers may succeed. Returns the units spent.
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
  // An amount that can be moved now could have been moved in the race.
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
  if (isSuccess(overdraft)) blocked('a single transfer overdraws the account too (TRANSFER-09)', 'TRANSFER-09')
  for (const _round of roundsOf(context)) {
    const spent = await expectExactlyServed(context, accounts, { ...plan, refusal: summary(overdraft) })
    if (spent > 0) await fund(context, account, spent).asControl()
    await context.arrived()
  }
}

/** Transfers to the partner only. */
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
