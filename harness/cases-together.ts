import type { CheckContext, PropertyBody } from './context.ts'

/** The result of a value that was tested beside others: `error`, if it did not pass. */
export type InCompany = { error?: unknown }

/** Values of a property that are tested at a time. */
const most = 4

/**
 * Tells whether values of a property may be tested at a time: none where a user can have one open request only, or where a person or a
 * browser uses the pages.
 */
export const mayBeTogether = <T>({ run, replay }: CheckContext, { areIndependent }: PropertyBody<T>): boolean => {
  if (!areIndependent || replay !== undefined || run.obstacles.sideBySide !== undefined) return false
  const { checkout, consent } = run.pages.drivers
  return [checkout, consent].every(({ name }) => name === 'forms')
}

/**
 * Tests values several at a time, so that a property does not take as long as all its requests one after the other. Returns the outcomes
 * of each by its index. Once one has not passed no further one begins.
 */
export const testTogether = async <T>(
  values: readonly T[],
  test: (value: T) => Promise<void>,
): Promise<ReadonlyMap<number, InCompany>> => {
  const came = new Map<number, InCompany>()
  const left = values.entries()
  let isOver = false
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const next = left.next()
      if (next.done) return
      const [at, value] = next.value
      try {
        await test(value)
        came.set(at, {})
      } catch (error) {
        came.set(at, { error })
        isOver = true
      }
    }
  }
  await Promise.all(Array.from({ length: most }, lane))
  return came
}
