import type { CheckContext } from '../../../harness/context.ts'

/** Maximum number of tasks that a check gives to a person. */
const few = 3

/**
 * Returns all items or, if a person must use a page for each, the first, the last and one in between; `what` reports the others as
 * untried.
 */
export const fewForPerson = <T>(
  { run, untried }: Pick<CheckContext, 'run' | 'untried'>,
  items: readonly T[],
  what: string,
): readonly T[] => {
  if (run.pages.drivers.consent.name !== 'person' || items.length <= few) return items
  untried(
    `${what}: a person would need to use a page for each of them; the driver "forms" or "browser" tries them all.`,
  )
  const places = new Set([0, Math.floor(items.length / 2), items.length - 1])
  return items.filter((_, at) => places.has(at))
}
