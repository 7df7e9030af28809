import fc from 'fast-check'

/** The last values of common integer types, and the first beyond them. */
export const integerEnds: readonly number[] = [2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]

/** Seconds ahead; a nearer time may pass before it is read, and a later one may be refused. */
const [soonest, latest] = [3_600, 7 * 86_400]

/** Draws a Unix second in the next days. */
export const nearTimestamp = (now: number): fc.Arbitrary<number> =>
  fc.integer({ min: now + soonest, max: now + latest })

/** Draws any future Unix second; each sample shrinks too. */
export const anyTimestamp = (now: number): fc.Arbitrary<number> =>
  fc.integer({ min: now + soonest, max: Number.MAX_SAFE_INTEGER })

/** Returns future Unix seconds: near ones, integer limits, and one that would be past if it were milliseconds. */
export const timestampSamples = (now: number): number[] => [
  now + 5_400,
  (now - 86_400) * 1_000,
  ...integerEnds.filter(end => end > now),
]

/** Every Unix second with at most this many decimal or binary digits is past. */
const [mostDigits, mostBits] = [9, 30]

/** Returns past Unix seconds at the limits of digit counts: zero, one, and the last with each number of digits. */
export const pastTimestampSamples = (now: number): number[] => {
  const ofDigits = Array.from({ length: mostDigits }, (_, digits) => 10 ** (digits + 1) - 1)
  return [0, 1, ...ofDigits, now - soonest].filter(time => time < now)
}

/** Draws any Unix second at least an hour ago, early ones as often as late ones; each sample shrinks too. */
export const anyPastTimestamp = (now: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: 0, max: now - soonest }),
    ...[mostBits / 2, mostBits].map(bits => fc.integer({ min: 0, max: 2 ** bits - 1 })),
  )

/** Draws an integer from `least`. */
export const anyInteger = (least: number): fc.Arbitrary<number> =>
  fc.integer({ min: least, max: Number.MAX_SAFE_INTEGER })

/** Returns integers from `least` that are always tried, including type limits if `isFar`. */
export const integerSamples = (least: number, isFar: boolean): number[] =>
  [...new Set([1, least, 2, 10])].concat(isFar ? integerEnds : [])

/** Draws an integer in digits, up to 64 bits long; each sample shrinks too. */
export const anyDigits: fc.Arbitrary<string> = fc
  .oneof(fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
  .map(String, text => {
    if (typeof text !== 'string' || !/^\d+$/.test(text)) throw new TypeError('It is not an integer in digits.')
    return BigInt(text)
  })

/** Draws minor units from `least` to `most`, small ones more often; each sample shrinks too. */
export const minorUnits = (least: bigint, most: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt({ min: least, max: most < least + 9_999n ? most : least + 9_999n }),
    fc.bigInt({ min: least, max: most }),
  )

/** Returns minor units that are always tried: amounts in which every digit matters, the smallest and largest amount, and type limits. */
export const minorSamples = (least: bigint, most: bigint): bigint[] =>
  [1_234n, least, most, 987n, ...integerEnds.map(BigInt), most - 1n].filter(minor => minor >= least && minor <= most)
