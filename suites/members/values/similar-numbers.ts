import { isDecimal, isSameAmount } from '../../../protocol/amount.ts'

/** Digits of a number too large to be assigned, which a double can still hold. */
const manyDigits = 14

/**
 * Ways to derive another integer that a careless comparison treats as equal, because it has fewer bits, or compares only the first or last
 * digits.
 */
const integerSimilarities: Readonly<Record<string, (integer: bigint) => bigint>> = {
  'the same in 31 bits': integer => integer + 2n ** 31n,
  'the same in 32 bits': integer => integer + 2n ** 32n,
  'with more digits behind': integer => BigInt(String(integer).padEnd(manyDigits, '0')),
  'with more digits before': integer => BigInt(`7${String(integer).padStart(manyDigits - 1, '0')}`),
}

/** Ways to derive a part of an integer, for a comparison that stops at the end of the shorter one. */
const integerParts: typeof integerSimilarities = {
  'without its last digit': integer => integer / 10n,
  'without its first digit': integer => BigInt(String(integer).slice(1)),
}

const changedBy = (ways: typeof integerSimilarities, integer: bigint): Readonly<Record<string, bigint>> =>
  Object.fromEntries(Object.entries(ways).map(([name, change]) => [name, change(integer)]))

/** Returns integers similar to one, by kind of similarity. */
export const similarIntegers = (integer: bigint): Readonly<Record<string, bigint>> =>
  changedBy(integerSimilarities, integer)

/** Returns OCIDs similar to one, too large to be assigned. */
export const similarOcids = (ocid: number): number[] =>
  Object.values(similarIntegers(BigInt(ocid)))
    .map(Number)
    .filter(other => other !== ocid && Number.isSafeInteger(other))

/** Returns OCIDs similar to one, but different, by kind of similarity: most are unassigned, but the shorter ones may exist. */
export const otherOcids = (ocid: number): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(changedBy({ ...integerSimilarities, ...integerParts }, BigInt(ocid)))
      .map(([name, other]) => [name, Number(other)] as const)
      .filter(([, other]) => other > 0 && other !== ocid && Number.isSafeInteger(other)),
  )

/** Returns decimals with the same digits but another value: 1.00 gives 10.0 and 100. */
export const sameDigits = (decimal: string): string[] => {
  const digits = decimal.replace('.', '')
  const dotted = [...digits].map((_, at) => `${digits.slice(0, at)}.${digits.slice(at)}`).slice(1)
  return [...dotted, digits].filter(other => isDecimal(other) && !isSameAmount(other, decimal))
}
