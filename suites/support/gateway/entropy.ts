/**
 * Returns how many bits visibly vary among ids: the sum over positions of log2 of the number of different characters. This is a lower
 * bound of their entropy: 12 random ids of 128 bits in hex show about 100 bits; counters and times show few.
 */
export const bitsOf = (ids: readonly string[]): number => {
  const shortest = Math.min(...ids.map(id => id.length), 1_024)
  if (ids.length === 0) return 0
  const varieties = Array.from({ length: shortest }, (_, position) => new Set(ids.map(id => id[position])).size)
  return varieties.reduce((bits, characters) => bits + Math.log2(characters), 0)
}

/** Returns whether no two strings are equal. */
export const areDistinct = (texts: readonly unknown[]): boolean => new Set(texts).size === texts.length
