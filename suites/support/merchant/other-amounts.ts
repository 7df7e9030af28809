import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import { fromMinorUnits, toMinorUnits } from '../../../protocol/amount.ts'

type Priced = Pick<PaidOrder, 'amount' | 'currency'>

const unitsOf = ({ amount, currency }: Priced): bigint => toMinorUnits(amount, currency) ?? 0n

const otherAmount =
  (change: (units: bigint) => bigint) =>
  (order: Priced): string =>
    fromMinorUnits(change(unitsOf(order)), order.currency)

/** Amounts other than that of an order, in minor units of its currency. */
export const wrongAmounts: Readonly<Record<string, (order: Priced) => string>> = {
  'one unit less': otherAmount(units => units - 1n),
  'one unit more': otherAmount(units => units + 1n),
  'a tenth': otherAmount(units => units / 10n),
  'ten times as much': otherAmount(units => units * 10n),
}

/** Returns two amounts that add up to that of an order: six tenths, and the rest. */
export const partsOf = (order: Priced): [string, string] => {
  const units = unitsOf(order)
  const first = (units * 6n) / 10n
  return [fromMinorUnits(first, order.currency), fromMinorUnits(units - first, order.currency)]
}

/** How many decimals precede the last digit: columns and rounding stop after a few, and a double cannot represent 20. */
const placesOfTraces = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20]

/** Writes an amount with more digits, all but the last of them the same. */
const withDigits = (amount: string, digit: string, last: string): string[] => {
  const [whole, fraction = ''] = amount.split('.')
  const places = [fraction.length, ...placesOfTraces.filter(place => place > fraction.length)]
  return places.map(place => `${whole}.${fraction.padEnd(place, digit)}${last}`)
}

/** Returns amounts that are larger by less than a minor unit: for '1.00', '1.001', '1.0001', …, and '1.000000000000000000001'. */
export const tracesMore = (amount: string): string[] => withDigits(amount, '0', '1')

/** Returns amounts that are smaller by less than a minor unit: for '1.00', '0.999', '0.9999', …, and '0.999999999999999999999'. */
export const tracesLess = (order: Priced): string[] => withDigits(otherAmount(units => units - 1n)(order), '9', '9')

/**
 * Minor units with these numbers of digits, which are nines except for the last, the longest first: double precision cannot distinguish
 * those with sixteen or more digits from the next number, nor single precision those with nine. A merchant with a limit may accept only a
 * few digits.
 */
export const largeUnits: readonly bigint[] = [18n, 17n, 16n, 15n, 12n, 9n].map(digits => 10n ** digits - 2n)
