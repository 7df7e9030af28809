import fc from 'fast-check'
import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, breach, holds, notApplicable } from '../harness/outcome.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import type { Actor } from '../harness/session.ts'
import type { Stage } from '../harness/stage.ts'
import { deliveries } from './deliveries.ts'
import { barrier } from './hosted.ts'

/** Moves units from a purse to the treasury. */
const spend = (stage: Stage, purse: Actor, units: number) =>
  stage.transfer({ from: purse, to: stage.partner, units }, { as: purse })

const fund = (stage: Stage, purse: Actor, units: number) => stage.transfer({ from: stage.partner, to: purse, units })

const suite = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-09', 'balance below and equal', async stage => {
  const purse = await stage.purse(0)
  await fund(stage, purse, 5).asControl()
  await spend(stage, purse, 6).refuses(402, 'INSUFFICIENT_FUNDS')
  await equalIsEnough({
    fund: units => fund(stage, purse, units),
    spend: units => spend(stage, purse, units),
  })
})

// A unit that nobody can ever spend cannot be seen from outside: an account that was used before may hold one unseen. The
// account in the second currency is used by nobody else.
clause('TRANSFER-09', 'balance equal in another currency', async stage => {
  const { partner, session } = stage
  const owner = session.identities.purse1
  const money = session.secondMoney ?? notApplicable('There are no accounts in a second currency.')
  if (!owner) return notApplicable('There are no accounts in a second currency.')
  const move = (from: Actor, to: Actor, units: number) =>
    stage.transfer({ from, to, amount: money.amount(units), currency: money.currency }, { as: from })
  if (!isSuccess(await move(partner, owner, 5))) notApplicable('The accounts in the second currency cannot be used.')
  await equalIsEnough({ fund: units => move(partner, owner, units), spend: units => move(owner, partner, units) })
})

type Account = { fund: (units: number) => PromiseLike<Answer>; spend: (units: number) => PromiseLike<Answer> }

/** An account of five units lets all five go. A fee, which the document does not show, would need more every time. */
const equalIsEnough = async ({ fund, spend }: Account): Promise<void> => {
  const all = await spend(5)
  if (isSuccess(all)) return
  await fund(1)
  const isShortOnce = isSuccess(await spend(5))
  await fund(5)
  if (!isShortOnce || !isSuccess(await spend(5)))
    notApplicable('A transfer needs more than its amount: a fee, it seems.')
  breach('a balance that equals the amount is not enough', { expected: '200', actual: summary(all) })
}

clause('TRANSFER-11', 'balance after refusals', async stage => {
  const { foreign, nobody, partner, merchant } = stage
  const purse = await stage.purse(20)
  const overdraft = await spend(stage, purse, 21)
  const debits = [
    await stage.transfer({ from: purse, to: nobody, units: 5 }, { as: purse }),
    await stage.transfer({ from: purse, to: merchant, units: 5 }, { as: partner }),
  ]
  const credit = await stage.transfer({ from: foreign, to: purse, units: 5 }, { as: partner })
  // What is not refused at all is for other rows to tell: it may have moved its money, or not.
  const least = (isSuccess(overdraft) ? -1 : 20) - 5 * debits.filter(isSuccess).length
  const most = 20 + (isSuccess(credit) ? 5 : 0)
  if (least < 5) notApplicable('The target refuses too little of what it has to refuse.')
  await holdsBetween(stage, purse, { least, most })
})

/** Three units of play on both sides, since fees are not shown: what was moved would be five. */
const holdsBetween = async (
  stage: Stage,
  purse: Actor,
  { least, most }: { least: number; most: number },
): Promise<void> => {
  const { money } = stage
  const first = await spend(stage, purse, least - 3)
  holds(isSuccess(first), 'transfers that were refused have moved money out of an account', {
    expected: `${money.amount(least)} in the account`,
    actual: `${money.amount(least - 3)} cannot be moved: ${summary(first)}`,
  })
  const more = await spend(stage, purse, most - least + 5)
  holds(!isSuccess(more), 'a transfer that was refused has moved money into an account', {
    expected: `${money.amount(most)} in the account`,
    actual: `${money.amount(most + 2)} can be moved`,
  })
}

clause('TRANSFER-11', 'notifications of refusals', async stage => {
  const { foreign, merchant, partner, money } = stage
  const purse = await stage.purse(1)
  const plans = [
    { from: purse, as: purse, units: 2 },
    { from: foreign, as: partner, units: 1 },
    { from: stage.app, as: partner, units: 1 },
    { from: purse, as: partner, units: money.most },
  ]
  const references = plans.map(() => stage.fresh('refused'))
  const answers = await Promise.all(
    plans.map(({ from, as, units }, i) =>
      stage.transfer({ from, to: { ocid: merchant.ocid, reference: references[i] ?? '' }, units }, { as }),
    ),
  )
  const refused = references.filter((_, i) => answers[i] && !isSuccess(answers[i]))
  await barrier(stage)
  const told = await deliveries(stage, refused, { timeoutMs: 0 })
  holds(told.length === 0, 'the merchant is notified of a transfer that was refused', {
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

clause('TRANSFER-12', 'sums of many amounts', async stage => {
  const purse = await stage.purse(0)
  await isPlain(stage, purse)
  await stage.property<Series>({
    given: ({ money }) => seriesOf(Number(money.most < 100n ? money.most / 5n || 1n : 100n)),
    // As binary fractions of a hundred: 0.1 + 0.7 is less than 0.8, 1 − 0.9 less than 0.1, 0.1 + 0.2 more than 0.3.
    examples: [
      { credits: [10, 70], debits: [80] },
      { credits: [100], debits: [90, 10] },
      { credits: [10, 20], debits: [30] },
    ],
    runs: 6,
    holds: (_, series) => addsUp(stage, purse, series),
  })
})

/** What was paid in at once can be paid out at once, time after time, and no more: nothing else is in play. */
const isPlain = async (stage: Stage, purse: Actor): Promise<void> => {
  for (let time = 0; time < 3; time++) {
    await fund(stage, purse, 30).asControl()
    const more = await spend(stage, purse, 31)
    if (isSuccess(more) || !isSuccess(await spend(stage, purse, 30)))
      notApplicable('What was paid in at once cannot be paid out at once, or more can: fees, or TRANSFER-09.')
  }
}

const addsUp = async (stage: Stage, purse: Actor, { credits, debits }: Series): Promise<void> => {
  await stage.empty(purse)
  for (const units of credits) await fund(stage, purse, units).asControl()
  for (const units of debits) {
    const answer = await spend(stage, purse, units)
    holds(isSuccess(answer), 'what came into an account in parts cannot be moved out of it', {
      expected: `${stage.money.amount(total(credits))} to be had in parts`,
      actual: `${summary(answer)} to ${stage.money.amount(units)}`,
    })
  }
  const more = await spend(stage, purse, 1)
  holds(!isSuccess(more), 'more can be moved out of an account than came into it', {
    expected: `${stage.money.amount(total(credits))} and no more`,
    actual: `${stage.money.amount(total(credits) + 1)}`,
  })
}

clause('TRANSFER-13', 'more at once than the balance allows', async stage => {
  const purse = await stage.purse(3)
  const overdraft = await spend(stage, purse, 4)
  if (isSuccess(overdraft)) blocked('a single transfer overdraws, too (TRANSFER-09)')
  for (let burst = 0; burst < 3; burst++) {
    await servesExactly(stage, purse, { held: 3, refusal: summary(overdraft) })
    await stage.empty(purse)
    await fund(stage, purse, 3).asControl()
  }
})

const servesExactly = async (
  stage: Stage,
  purse: Actor,
  { held, refusal }: { held: number; refusal: string },
): Promise<void> => {
  const answers = await Promise.all(Array.from({ length: 4 * held }, () => spend(stage, purse, 1)))
  const moved = answers.filter(isSuccess).length
  const expected = `${held} of ${answers.length} accepted, the rest ${refusal}`
  const actual = answers.map(summary).join(', ')
  // A purse in debt would let others' checks down.
  if (moved > held) await fund(stage, purse, moved - held)
  holds(moved <= held, 'transfers sent at the same moment overdraw the account', { expected, actual })
  const other = answers.find(answer => !isSuccess(answer) && summary(answer) !== refusal)
  holds(other === undefined, 'transfers sent at the same moment are not answered as they have to be', {
    expected,
    actual,
  })
  // Where something is left that can be moved now, it could have been moved then.
  const isLeft = moved < held && isSuccess(await spend(stage, purse, 1))
  holds(!isLeft, 'fewer transfers sent at the same moment succeed than the balance allows', { expected, actual })
}

/** POST /transfer/create: what accounts hold. */
export const transferBalanceSuite = whereDeclared(suite)
