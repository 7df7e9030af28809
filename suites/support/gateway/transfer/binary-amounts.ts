import type { Money } from '../../../../harness/money.ts'
import { fromMinorUnits } from '../../../../protocol/amount.ts'

const digitsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0

/** Converts to minor units like a program that multiplies a binary fraction and truncates. */
const cutToMinor = (amount: string, round: (value: number) => number): number =>
  Math.trunc(round(round(Number(amount)) * 10 ** digitsOf(amount)))

const isCut = (amount: string, round: (value: number) => number): boolean =>
  cutToMinor(amount, round) !== Number(amount.replace('.', ''))

/** Returns `count` items, evenly spread over a list. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  list.filter((_, at) => Math.floor((at * count) / list.length) !== Math.floor(((at - 1) * count) / list.length))

/**
 * Returns units whose amount loses a minor unit when read as a binary fraction and truncated, with double and with single precision:
 * 0.29 · 100 is 28.999…. Empty if the currency has no minor digits. Heading: Resources and their fields.
 */
export const unitsThatFractionsCut = ({ amount, most }: Pick<Money, 'amount' | 'most'>): number[] => {
  const length = Math.min(Number(most), 5 * 10 ** digitsOf(amount(1)))
  const all = Array.from({ length }, (_, at) => at + 1)
  const cutWith = (round: (value: number) => number) => all.filter(units => isCut(amount(units), round))
  return [...spread(cutWith(Number), 5), ...spread(cutWith(Math.fround), 2)]
}

/** Returns an amount that is larger by less than a binary fraction can represent. */
export const imperceptiblyMore = (amount: string): string =>
  `${amount}${amount.includes('.') ? '' : '.'}000000000000000001`

/** Returns an amount whose minor units no binary fraction can represent. Most fraud checks refuse it. */
export const amountBeyondFractions = ({ currency }: Pick<Money, 'currency'>): string =>
  fromMinorUnits(2n ** 53n + 1n, currency)
