import fc from 'fast-check'
import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'

/**
 * How many seconds old the X-OC-Timestamp of requests is: few enough for a narrow window and slightly different clocks, but more than the
 * difference between two readings of one clock.
 */
const anyStamps: fc.Arbitrary<number[]> = fc.uniqueArray(fc.integer({ min: 6, max: 25 }), {
  minLength: 3,
  maxLength: 3,
})

/** Seconds that are always tried. */
const stampSamples: readonly number[][] = [[25, 10, 17]]

/**
 * Sends requests with timestamps some seconds old, and returns whether each response shows a time copied from X-OC-Timestamp. A clock
 * that is off may match some of them by chance, but not all. Heading: Authentication, X-OC-Timestamp.
 */
const isAlwaysCopied = async (
  context: CheckContext,
  stamps: readonly number[],
  isCopied: (timestamp: number) => Promise<boolean>,
): Promise<boolean> => {
  for (const seconds of stamps) if (!(await isCopied(context.requestNow() - seconds))) return false
  return true
}

/** Ends a check, since the target refuses timestamps that are seconds old, which is allowed. */
export const stampRefused = (): never =>
  notApplicable('The target refuses a request with an X-OC-Timestamp up to 25 s ago, which is allowed (AUTH-22).')

type StampedBefore = {
  /** A current request, which must be accepted. */
  control: (context: CheckContext) => Promise<unknown>
  /** Sends a request with this timestamp; returns whether the observed time equals it, or is computed from it. */
  isCopied: (context: CheckContext, timestamp: number) => Promise<boolean>
  message: string
  expected: string
  /** What must be added to the timestamp to get the time, in words; absent if nothing. */
  after?: string
}

/**
 * Returns the property that a time of the target differs from the timestamps of earlier requests. Heading: Authentication,
 * X-OC-Timestamp.
 */
export const notCopiedFromStamps =
  ({ control, isCopied, message, expected, after = '' }: StampedBefore) =>
  async (first: CheckContext): Promise<PropertyBody<number[]>> => {
    await control(first)
    return {
      arbitrary: () => anyStamps,
      examples: stampSamples,
      runs: 1,
      test: async (context, stamps) => {
        const isAlways = await isAlwaysCopied(context, stamps, timestamp => isCopied(context, timestamp))
        const actual = `${after}the X-OC-Timestamp of requests dated ${stamps.join(', ')} s earlier`
        expectThat(!isAlways, message, { expected, actual })
      },
    }
  }
