import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { barrier } from '../../support/gateway/checkout-session.ts'
import { deliveries } from '../../support/gateway/notifications.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** Moves units from a purse to the treasury. */
const spend = (context: CheckContext, account: Actor, units: number) =>
  context.transfer({ from: account, to: context.partner, units }, { as: account })

const fund = (context: CheckContext, account: Actor, units: number) =>
  context.transfer({ from: context.partner, to: account, units })

const suite = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-09', 'balance below and equal', async context => {
  const account = await context.account(0)
  await fund(context, account, 5).asControl()
  await spend(context, account, 6).expectRefusal(402, 'INSUFFICIENT_FUNDS')
  await equalIsEnough({
    fund: units => fund(context, account, units),
    spend: units => spend(context, account, units),
  })
})

// A unit that nobody can ever spend cannot be seen from outside: an account that was used before may hold one unseen. The
// account in the second currency is used by nobody else.
clause('TRANSFER-09', 'balance equal in another currency', async context => {
  const { partner, run } = context
  const owner = run.identities.purse1
  const money = run.secondMoney ?? notApplicable('There are no accounts in a second currency.')
  if (!owner) return notApplicable('There are no accounts in a second currency.')
  const move = (from: Actor, to: Actor, units: number) =>
    context.transfer({ from, to, amount: money.amount(units), currency: money.currency }, { as: from })
  if (!isSuccess(await move(partner, owner, 5))) notApplicable('The accounts in the second currency cannot be used.')
  await equalIsEnough({ fund: units => move(partner, owner, units), spend: units => move(owner, partner, units) })
})

type Account = {
  fund: (units: number) => PromiseLike<HttpResponse>
  spend: (units: number) => PromiseLike<HttpResponse>
}

/** An account of five units lets all five go. A fee, which the document does not show, would need more every time. */
const equalIsEnough = async ({ fund, spend }: Account): Promise<void> => {
  const all = await spend(5)
  if (isSuccess(all)) return
  await fund(1)
  const isShortOnce = isSuccess(await spend(5))
  await fund(5)
  if (!isShortOnce || !isSuccess(await spend(5)))
    notApplicable('A transfer needs more than its amount: a fee, it seems.')
  fail('a balance that equals the amount is not enough', { expected: '200', actual: summary(all) })
}

clause('TRANSFER-11', 'balance after refusals', async context => {
  const { foreign, nobody, partner, merchant } = context
  const account = await context.account(20)
  const overdraft = await spend(context, account, 21)
  const debits = [
    await context.transfer({ from: account, to: nobody, units: 5 }, { as: account }),
    await context.transfer({ from: account, to: merchant, units: 5 }, { as: partner }),
  ]
  const credit = await context.transfer({ from: foreign, to: account, units: 5 }, { as: partner })
  // What is not refused at all is for other rows to tell: it may have moved its money, or not.
  const least = (isSuccess(overdraft) ? -1 : 20) - 5 * debits.filter(isSuccess).length
  const most = 20 + (isSuccess(credit) ? 5 : 0)
  if (least < 5) notApplicable('The target refuses too little of what it has to refuse.')
  await holdsBetween(context, account, { least, most })
})

/** Three units of play on both sides, since fees are not shown: what was moved would be five. */
const holdsBetween = async (
  context: CheckContext,
  account: Actor,
  { least, most }: { least: number; most: number },
): Promise<void> => {
  const { money } = context
  const first = await spend(context, account, least - 3)
  expectThat(isSuccess(first), 'transfers that were refused have moved money out of an account', {
    expected: `${money.amount(least)} in the account`,
    actual: `${money.amount(least - 3)} cannot be moved: ${summary(first)}`,
  })
  const more = await spend(context, account, most - least + 5)
  expectThat(!isSuccess(more), 'a transfer that was refused has moved money into an account', {
    expected: `${money.amount(most)} in the account`,
    actual: `${money.amount(most + 2)} can be moved`,
  })
}

clause('TRANSFER-11', 'notifications of refusals', async context => {
  const { foreign, merchant, partner, money } = context
  const account = await context.account(1)
  const plans = [
    { from: account, as: account, units: 2 },
    { from: foreign, as: partner, units: 1 },
    { from: context.app, as: partner, units: 1 },
    { from: account, as: partner, units: money.most },
  ]
  const references = plans.map(() => context.fresh('refused'))
  const responses = await Promise.all(
    plans.map(({ from, as, units }, i) =>
      context.transfer({ from, to: { ocid: merchant.ocid, reference: references[i] ?? '' }, units }, { as }),
    ),
  )
  const refused = references.filter((_, i) => responses[i] && !isSuccess(responses[i]))
  await barrier(context)
  const told = await deliveries(context, refused, { timeoutMs: 0 })
  expectThat(told.length === 0, 'the merchant is notified of a transfer that was refused', {
    expected: 'no notification',
    actual: told[0]?.body ?? '',
  })
})

/** What goes into a purse, and how the whole of it comes out again. In units. */
type Series = { credits: number[]; debits: number[] }

const total = (series: readonly number[]) => series.reduce((sum, units) => sum + units, 0)

/** Cuts a sum into as many parts as there are cuts between 0 and 1, and one more. */
const parts = (sum: number, cuts: readonly number[]): number[] => {
  const marks = [0, ...cuts.map(cut => Math.round(cut * sum)).sort((a, b) => a - b), sum]
  return marks.slice(1).flatMap((mark, i) => (mark > (marks[i] ?? 0) ? [mark - (marks[i] ?? 0)] : []))
}

const seriesOf = (most: number): fc.Arbitrary<Series> =>
  fc
    .record({
      credits: fc.array(fc.integer({ min: 1, max: most }), { minLength: 2, maxLength: 5 }),
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
    })
    .map(({ credits, cuts }) => ({ credits, debits: parts(total(credits), cuts) }))

clause('TRANSFER-12', 'sums of many amounts', async context => {
  const account = await context.account(0)
  await isPlain(context, account)
  await context.property<Series>({
    arbitrary: ({ money }) => seriesOf(Number(money.most < 100n ? money.most / 5n || 1n : 100n)),
    // As binary fractions of a hundred: 0.1 + 0.7 is less than 0.8, 1 − 0.9 less than 0.1, 0.1 + 0.2 more than 0.3.
    examples: [
      { credits: [10, 70], debits: [80] },
      { credits: [100], debits: [90, 10] },
      { credits: [10, 20], debits: [30] },
    ],
    runs: 6,
    test: (_, series) => addsUp(context, account, series),
  })
})

/** What was paid in at once can be paid out at once, time after time, and no more: nothing else is in play. */
const isPlain = async (context: CheckContext, account: Actor): Promise<void> => {
  for (let time = 0; time < 3; time++) {
    await fund(context, account, 30).asControl()
    const more = await spend(context, account, 31)
    if (isSuccess(more) || !isSuccess(await spend(context, account, 30)))
      notApplicable('What was paid in at once cannot be paid out at once, or more can: fees, or TRANSFER-09.')
  }
}

const addsUp = async (context: CheckContext, account: Actor, { credits, debits }: Series): Promise<void> => {
  await context.empty(account)
  for (const units of credits) await fund(context, account, units).asControl()
  for (const units of debits) {
    const response = await spend(context, account, units)
    expectThat(isSuccess(response), 'what came into an account in parts cannot be moved out of it', {
      expected: `${context.money.amount(total(credits))} to be had in parts`,
      actual: `${summary(response)} to ${context.money.amount(units)}`,
    })
  }
  const more = await spend(context, account, 1)
  expectThat(!isSuccess(more), 'more can be moved out of an account than came into it', {
    expected: `${context.money.amount(total(credits))} and no more`,
    actual: `${context.money.amount(total(credits) + 1)}`,
  })
}

clause('TRANSFER-13', 'more at once than the balance allows', async context => {
  const account = await context.account(3)
  const overdraft = await spend(context, account, 4)
  if (isSuccess(overdraft)) blocked('a single transfer overdraws, too (TRANSFER-09)')
  for (let burst = 0; burst < 3; burst++) {
    await servesExactly(context, account, { held: 3, refusal: summary(overdraft) })
    await context.empty(account)
    await fund(context, account, 3).asControl()
  }
})

const servesExactly = async (
  context: CheckContext,
  account: Actor,
  { held, refusal }: { held: number; refusal: string },
): Promise<void> => {
  const responses = await Promise.all(Array.from({ length: 4 * held }, () => spend(context, account, 1)))
  const moved = responses.filter(isSuccess).length
  const expected = `${held} of ${responses.length} accepted, the rest ${refusal}`
  const actual = responses.map(summary).join(', ')
  // A purse in debt would let others' checks down.
  if (moved > held) await fund(context, account, moved - held)
  expectThat(moved <= held, 'transfers sent at the same moment overdraw the account', { expected, actual })
  const other = responses.find(response => !isSuccess(response) && summary(response) !== refusal)
  expectThat(other === undefined, 'transfers sent at the same moment are not answered as they have to be', {
    expected,
    actual,
  })
  // Where something is left that can be moved now, it could have been moved then.
  const isLeft = moved < held && isSuccess(await spend(context, account, 1))
  expectThat(!isLeft, 'fewer transfers sent at the same moment succeed than the balance allows', { expected, actual })
}

/** POST /transfer/create: what accounts hold. */
export const transferBalanceSuite = whereDeclared(suite)
