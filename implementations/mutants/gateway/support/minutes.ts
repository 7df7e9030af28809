const firstOf = new WeakMap<object, number>()

/**
 * Rounds a time in seconds down to its minute. Minutes begin when the owner first asks: otherwise two times of a run could fall on
 * both sides of a full minute, where the fault would not show.
 */
export const toTheMinute = (owner: object, seconds: number): number => {
  const first = firstOf.get(owner) ?? seconds
  firstOf.set(owner, first)
  return seconds - ((seconds - first) % 60)
}
