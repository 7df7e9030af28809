/**
 * TRANSFER-12 · Money is conserved exactly: debits and credits add up in decimal arithmetic, over any series of
 * transfers (seen through which amounts still get 402; fees are not shown: TRANSFER-18).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { agreesWith } from '../../../harness/model.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { roundsOf } from '../../../harness/race.ts'
import { isInsufficientFunds } from '../../../harness/treasury.ts'
import { withoutTrailingZeros } from '../../../protocol/digits.ts'
import { anyPart, partSamples } from '../../members/absences.ts'
import { waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { unnotifiedRecipient } from '../../support/gateway/notification/unnotified-recipient.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { canSpend, fund, spend, spendArrived } from '../../support/gateway/transfer/accounts.ts'
import {
  balanceStep,
  expectExactBalance,
  joinBursts,
  startBalance,
  transferToItself,
} from '../../support/gateway/transfer/balance-model.ts'
import { requirePlainAccount } from '../../support/gateway/transfer/plain-account.ts'
import { expectHeld, expectMoved, expectNoMore, partMembers } from './12-optional-members.ts'
import { crossing, expectAllArrived, expectCrossed } from './12-same-moment.ts'
import { anySeries, expectSumExact, plainSeries, type Series, seriesThatFractionsCut } from './12-sums.ts'

const { clause } = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

clause.race('TRANSFER-12', { id: 'credits-of-the-same-moment', title: 'simultaneous credits' }, async context => {
  const account = await context.account(0)
  await requirePlainAccount(context, account)
  for (const _round of roundsOf(context)) await expectAllArrived(context, account)
})

clause.race('TRANSFER-12', 'transfers in both directions at the same moment', async context => {
  const [one, other] = await context.accounts(0, crossing)
  await requirePlainAccount(context, one)
  await fund(context, one, crossing).asControl()
  for (const _round of roundsOf(context)) await expectCrossed(context, [one, other])
})

const transfer = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create', 'verify'] })

transfer.clause('TRANSFER-12', 'balance after a transfer whose notification fails', async context => {
  const account = await context.account(1)
  if (isSuccess(await spend(context, account, 2)))
    blocked('a single transfer overdraws the account too (TRANSFER-09)', 'TRANSFER-09')
  const to = unnotifiedRecipient(context, { status: 500, times: 2 })
  const nonce = context.fresh('n')
  await context.transfer({ from: account, to }, { as: account, nonce }).asControl()
  await waitForNotifications(context, [to.reference], { ms: context.run.patience.usualMs })
  const again = await spend(context, account, 1)
  expectThat(!isSuccess(again), 'transferred money is back after its notification failed', {
    expected: '402 INSUFFICIENT_FUNDS: the proof of the transfer still counts',
    actual: summary(again),
  })
})

clause.model(
  'TRANSFER-12',
  'balance after any series of transfers',
  async context => {
    const account = await context.account(0)
    await requirePlainAccount(context, account)
    return agreesWith({
      start: () => startBalance(context, account),
      step: balanceStep,
      join: joinBursts,
      atLast: 'one unit more than the balance, the balance, and one unit more',
      end: expectExactBalance,
      most: 4,
      runs: 5,
    })
  },
  { firstLook: true },
)

clause('TRANSFER-12', 'balance after transfers of an account to itself', async context => {
  const account = await context.account(0)
  await requirePlainAccount(context, account)
  const model = await startBalance(context, account)
  // The document does not say whether that is refused (TRANSFER-15).
  for (const units of [3, model.units]) await transferToItself(model, units)
  await expectExactBalance(model)
})

clause.property<Series>('TRANSFER-12', 'sums of many amounts', async context => {
  const account = await context.account(0)
  await requirePlainAccount(context, account)
  return {
    arbitrary: ({ money }) => anySeries(Number(money.most < 100n ? money.most / 5n || 1n : 100n)),
    examples: [...plainSeries, ...seriesThatFractionsCut(context)],
    runs: 6,
    test: (_, series) => expectSumExact(context, account, series),
  }
})

/** Returns amounts with fewer decimals than the currency has: '0.1' for '0.10', '1' for '1.00'. */
const shortAmounts = ({ money }: CheckContext): { units: number; whole: string; sent: string }[] =>
  [10, 100].flatMap(units => {
    const whole = money.amount(units)
    const sent = whole.includes('.') ? withoutTrailingZeros(whole).replace(/\.$/, '') : whole
    return sent === whole || units > money.most ? [] : [{ units, whole, sent }]
  })

clause('TRANSFER-12', 'amounts with fewer digits than the currency has', async context => {
  const account = await context.account(0)
  await requirePlainAccount(context, account)
  let isTried = false
  for (const { units, whole, sent } of shortAmounts(context)) {
    await context.empty(account)
    await fund(context, account, units).asControl()
    await context.arrived()
    const response = await context.transfer({ from: account, to: context.partner, amount: sent }, { as: account })
    if (!isSuccess(response) && !isInsufficientFunds(response)) continue
    isTried = true
    const expected = `${sent} empties an account that holds ${whole}`
    expectThat(isSuccess(response), 'a transfer requires more than its amount', {
      expected,
      actual: summary(response),
    })
    expectThat(!(await canSpend(context, account, 1)), 'a transfer moves less than its amount', {
      expected,
      actual: `${context.money.amount(1)} is left, and can be paid out`,
    })
  }
  if (!isTried) notApplicable('The target accepts no amount with fewer digits than the currency has.')
})

clause.property<string[]>(
  'TRANSFER-12',
  'balance after transfers with some of their optional members',
  async context => {
    const account = await context.account(0)
    await requirePlainAccount(context, account)
    return {
      arbitrary: () => anyPart(partMembers),
      examples: partSamples(partMembers),
      runs: 2,
      test: (_, omitted) => expectMoved(context, account, omitted),
    }
  },
)

clause('TRANSFER-12', 'balance after equal transfers', async context => {
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
})

clause('TRANSFER-12', 'balances after a transfer between two partners', async context => {
  const [payer, payee] = await context.accounts(0, 0)
  await requirePlainAccount(context, payer)
  await fund(context, payer, 7).asControl()
  await context.arrived()
  const response = await context.transfer({ from: payer, to: payee, units: 5 }, { as: payer })
  if (!isSuccess(response)) notApplicable('The target does not make transfers between two test accounts.')
  await context.arrived()
  for (const [account, held] of [[payee, 5] as const, [payer, 2] as const]) {
    await expectNoMore(context, account, { held, tried: held + 1 })
    expectHeld(await spendArrived(context, account, held), context.money.amount(held))
  }
})
