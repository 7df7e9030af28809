/** One of two halves, taken by turns, so that each of two workers has the like. */
export const shard = <T>(list: readonly T[], which: 0 | 1): T[] => list.filter((_, at) => at % 2 === which)
