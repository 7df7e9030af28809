/**
 * How many bits visibly vary among some ids: the sum over their positions of log2 of the different characters seen there.
 * A lower bound of what random ids hold (12 of 128 bits as hex show some 100); counters and times show few.
 */
export const bitsOf = (ids: readonly string[]): number => {
  const shortest = Math.min(...ids.map(id => id.length), 1_024)
  if (ids.length === 0) return 0
  const seen = Array.from({ length: shortest }, (_, at) => new Set(ids.map(id => id[at])).size)
  return seen.reduce((bits, characters) => bits + Math.log2(characters), 0)
}
