import { fromMinorUnits, toMinorUnits } from '../protocol/amount.ts'
import { exponentOf } from '../protocol/currency.ts'

/** Amounts of one currency, within the range that the target takes. */
export type Money = {
  readonly currency: string
  /** Minor units in one unit: the smallest amount that the checks send. */
  readonly step: bigint
  /** The largest amount that the target takes, in units. */
  readonly most: bigint
  /** A decimal string of so many units; 100 of them unless told otherwise. */
  amount(units?: number | bigint): string
}

/** Amounts of `currency` from `range.min` (default: one minor unit) to `range.max` (default: 10,000 units). */
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

/** Whether the currency has minor units at all: what has none (gold, test codes) cannot be paid with. */
export const isPayable = (currency: string): boolean => exponentOf(currency) !== undefined
