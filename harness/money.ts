import { fromMinorUnits, toMinorUnits } from '../protocol/amount.ts'
import { exponentOf } from '../protocol/currency.ts'

/** Amounts of one currency in the range that the target accepts. */
export type Money = {
  readonly currency: string
  /** How many minor units are in one unit, the smallest amount that the checks send. */
  readonly step: bigint
  /** The largest amount that the target accepts, in units. */
  readonly most: bigint
  /** Returns `units` as a decimal string, 100 by default. */
  amount(units?: number | bigint): string
}

/**
 * Returns the amounts of `currency` from `range.min` (default: one minor unit) to `range.max` (default: 10,000 units).
 */
export const moneyOf = (currency: string, range: { min?: string; max?: string } = {}): Money => {
  const smallest = toMinorUnits(range.min ?? '', currency) ?? 1n
  const step = smallest > 0n ? smallest : 1n
  const largest = toMinorUnits(range.max ?? '', currency) ?? step * 10_000n
  return {
    currency,
    step,
    most: largest / step || 1n,
    amount: (units = 100) => fromMinorUnits(BigInt(units) * step, currency),
  }
}

/** Returns whether payments are possible in the currency: gold and test codes, for example, have no minor units. */
export const isPayable = (currency: string): boolean => exponentOf(currency) !== undefined
