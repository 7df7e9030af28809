import fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'

/**
 * Seconds before the present with which requests are stamped: a narrow window, or clocks that differ a little, let them through. Each is
 * more than two readings of one clock differ.
 */
export const anyStamps: fc.Arbitrary<number[]> = fc.uniqueArray(fc.integer({ min: 6, max: 25 }), {
  minLength: 3,
  maxLength: 3,
})

/** Seconds that are always tried. */
export const stampSamples: readonly number[][] = [[25, 10, 17]]

/**
 * Sends requests that were stamped some seconds before, and returns whether each shows that a time was copied from X-OC-Timestamp. A clock
 * that differs may hit one of them by chance, and not all. Heading: Authentication, X-OC-Timestamp.
 */
export const isAlwaysCopied = async (
  context: CheckContext,
  stamps: readonly number[],
  isCopied: (timestamp: number) => Promise<boolean>,
): Promise<boolean> => {
  for (const seconds of stamps) if (!(await isCopied(context.requestNow() - seconds))) return false
  return true
}

/** Ends a check: the target refuses what was stamped seconds before, as it may. */
export const stampRefused = (): never =>
  notApplicable('The target accepts no request that was stamped seconds ago (AUTH-22).')
