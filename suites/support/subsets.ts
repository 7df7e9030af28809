/** Returns every subset of a list, including the empty one; members keep their order. */
export const subsetsOf = <T>(members: readonly T[]): T[][] =>
  members.reduce<T[][]>((subsets, member) => subsets.flatMap(subset => [subset, [...subset, member]]), [[]])
