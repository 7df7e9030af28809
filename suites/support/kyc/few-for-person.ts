import type { CheckContext } from '../../../harness/context.ts'

/** Tasks of one check that a person is asked for, where it would do more. */
const few = 3

/**
 * Returns all items or, where a person has to use a page for each, the first, the last and one between; `what` names the others
 * as not tried.
 */
export const fewForPerson = <T>(
  { run, untried }: Pick<CheckContext, 'run' | 'untried'>,
  items: readonly T[],
  what: string,
): readonly T[] => {
  if (run.pages.drivers.consent.name !== 'person' || items.length <= few) return items
  untried(
    `${what}: a person would have to use a page for each of them; the driver "forms" or "browser" tries them all.`,
  )
  const places = new Set([0, Math.floor(items.length / 2), items.length - 1])
  return items.filter((_, at) => places.has(at))
}
