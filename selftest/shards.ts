/** Returns every second item of a list, to split it between two workers. */
export const shard = <T>(list: readonly T[], which: 0 | 1): T[] => list.filter((_, at) => at % 2 === which)
