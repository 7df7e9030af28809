/** Returns `count` items, evenly spread over a list. */
export const evenSample = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, at) => list[Math.floor(((at + 0.5) * list.length) / count)] as T)
