const firstOf = new WeakMap<object, number>()

/**
 * Cuts a time to its minute, in seconds. Minutes begin when the owner first asks: two times of a run that lie seconds apart are never on
 * both sides of a full minute, where nothing would show.
 */
export const toTheMinute = (owner: object, seconds: number): number => {
  const first = firstOf.get(owner) ?? seconds
  firstOf.set(owner, first)
  return seconds - ((seconds - first) % 60)
}
