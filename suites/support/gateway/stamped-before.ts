import fc from 'fast-check'
import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'

/**
 * Seconds before the present with which requests are stamped: a narrow window, or clocks that differ a little, let them through. Each is
 * more than two readings of one clock differ.
 */
const anyStamps: fc.Arbitrary<number[]> = fc.uniqueArray(fc.integer({ min: 6, max: 25 }), {
  minLength: 3,
  maxLength: 3,
})

/** Seconds that are always tried. */
const stampSamples: readonly number[][] = [[25, 10, 17]]

/**
 * Sends requests that were stamped some seconds before, and returns whether each shows that a time was copied from X-OC-Timestamp. A clock
 * that differs may hit one of them by chance, and not all. Heading: Authentication, X-OC-Timestamp.
 */
const isAlwaysCopied = async (
  context: CheckContext,
  stamps: readonly number[],
  isCopied: (timestamp: number) => Promise<boolean>,
): Promise<boolean> => {
  for (const seconds of stamps) if (!(await isCopied(context.requestNow() - seconds))) return false
  return true
}

/** Ends a check: the target refuses what was stamped seconds before, as it may. */
export const stampRefused = (): never =>
  notApplicable('The target refuses a request that was stamped up to 25 s ago, as it may (AUTH-22).')

type StampedBefore = {
  /** A request of the present, which has to be accepted. */
  control: (context: CheckContext) => Promise<unknown>
  /** Sends a request with this timestamp, and returns whether the time that it shows is the same, or counted from it. */
  isCopied: (context: CheckContext, timestamp: number) => Promise<boolean>
  message: string
  expected: string
  /** What the time is, if it is more than the timestamp alone. */
  after?: string
}

/** Returns a property: a time of the target differs from the timestamps of earlier requests. Heading: Authentication, X-OC-Timestamp. */
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
        const actual = `${after}the X-OC-Timestamp of requests that were stamped ${stamps.join(', ')} s before`
        expectThat(!isAlways, message, { expected, actual })
      },
    }
  }
