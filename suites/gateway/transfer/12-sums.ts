import fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { canSpend, fund, spendArrived } from '../../support/gateway/transfer/accounts.ts'
import { unitsThatFractionsCut } from '../../support/gateway/transfer/binary-amounts.ts'
import { passLargeSum } from '../../support/gateway/transfer/plain-account.ts'

/** Credits of an account, and debits with the same sum. In units. */
export type Series = { credits: number[]; debits: number[] }

const sumOf = (series: readonly number[]) => series.reduce((sum, units) => sum + units, 0)

/** Cuts a sum into parts; `cuts` are fractions between 0 and 1. */
const splitSum = (sum: number, cuts: readonly number[]): number[] => {
  const marks = [0, ...cuts.map(cut => Math.round(cut * sum)).sort((a, b) => a - b), sum]
  return marks.slice(1).flatMap((mark, index) => (mark > (marks[index] ?? 0) ? [mark - (marks[index] ?? 0)] : []))
}

/** Series of amounts of at most `most` units. */
export const anySeries = (most: number): fc.Arbitrary<Series> =>
  fc
    .record({
      credits: fc.array(fc.integer({ min: 1, max: most }), { minLength: 2, maxLength: 5 }),
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
    })
    .map(({ credits, cuts }) => ({ credits, debits: splitSum(sumOf(credits), cuts) }))

/** In hundredths; as binary fractions, 0.1 + 0.7 is less than 0.8, 1 − 0.9 less than 0.1, and 0.1 + 0.2 more than 0.3. */
export const plainSeries: readonly Series[] = [
  { credits: [10, 70], debits: [80] },
  { credits: [100], debits: [90, 10] },
  { credits: [10, 20], debits: [30] },
]

/** Credits and debits that a program truncates one by one, but not in sum. */
export const seriesThatFractionsCut = ({ money }: CheckContext): Series[] => {
  const units = unitsThatFractionsCut(money)
  const parts = units.filter(unit => unit < 500 && !units.includes(unit + 1)).map(unit => [unit, 1])
  return parts.slice(0, 2).flatMap(part => [
    { credits: part, debits: [sumOf(part)] },
    { credits: [sumOf(part)], debits: part },
  ])
}

/** Fails the clause unless an account holds exactly the sum of its payments. */
export const expectSumExact = async (
  context: CheckContext,
  account: Actor,
  { credits, debits }: Series,
): Promise<void> => {
  await context.empty(account)
  // Binary rounding errors, often just below a unit, are lost in a large sum, so each series starts from zero.
  await passLargeSum(context, account)
  for (const units of credits) await fund(context, account, units).asControl()
  await context.arrived()
  const { money } = context
  for (const units of debits) {
    const response = await spendArrived(context, account, units)
    expectThat(isSuccess(response), 'money that was paid in in parts cannot be paid out', {
      expected: `${money.amount(sumOf(credits))} can be paid out in parts`,
      actual: `${summary(response)} to ${money.amount(units)}`,
    })
  }
  expectThat(!(await canSpend(context, account, 1)), 'more can be paid out of an account than was paid in', {
    expected: `${money.amount(sumOf(credits))} and no more`,
    actual: `${money.amount(sumOf(credits) + 1)}`,
  })
}
