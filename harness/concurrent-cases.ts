import type { CheckContext, PropertyBody } from './context.ts'

/** The result of a concurrently tested value; `error` if it did not pass. */
export type ConcurrentResult = { error?: unknown }

/** How many values of a property are tested concurrently. */
const most = 4

/**
 * Returns whether values of a property may be tested concurrently: not if a user can have only one open request, or if a person or a
 * browser uses the pages.
 */
export const canRunConcurrently = <T>({ run, replay }: CheckContext, { areIndependent }: PropertyBody<T>): boolean => {
  if (!areIndependent || replay !== undefined || run.obstacles.sideBySide !== undefined) return false
  const { checkout, consent } = run.pages.drivers
  return [checkout, consent].every(({ name }) => name === 'forms')
}

/**
 * Tests several values concurrently, to save time. Returns the outcome of each by its index. Stops starting values once one has not passed.
 */
export const testConcurrently = async <T>(
  values: readonly T[],
  test: (value: T) => Promise<void>,
): Promise<ReadonlyMap<number, ConcurrentResult>> => {
  const results = new Map<number, ConcurrentResult>()
  const left = values.entries()
  let isOver = false
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const next = left.next()
      if (next.done) return
      const [at, value] = next.value
      try {
        await test(value)
        results.set(at, {})
      } catch (error) {
        results.set(at, { error })
        isOver = true
      }
    }
  }
  await Promise.all(Array.from({ length: most }, lane))
  return results
}
