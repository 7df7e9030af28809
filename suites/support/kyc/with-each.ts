import type { CheckContext } from '../../../harness/context.ts'

/** Processes each item: concurrently or, if a user can have only one open request, one by one. */
export const withEach = async <T, R>(
  { run }: Pick<CheckContext, 'run'>,
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<R[]> => {
  if (run.obstacles.sideBySide === undefined) return Promise.all(items.map(act))
  const results: R[] = []
  for (const item of items) results.push(await act(item))
  return results
}
