/**
 * Waits for two independent parts of the preflight, even if one rejects, so that nothing is in flight when the next part begins. Rejects
 * with the error of the first part, or else that of the second.
 */
export const settleBoth = async <A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([first, second])
  return [await first, await second]
}
