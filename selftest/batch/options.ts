/** Reads one of the known values. Throws with what may be given. */
export const oneOf = <Value extends string>(known: readonly Value[], given: string, option: string): Value => {
  const found = known.find(value => value === given)
  if (found === undefined) throw new Error(`--${option} ${given}: give one of ${known.join(', ')}`)
  return found
}

/** Reads a number from 1 to 9,999. Throws with what may be given. */
export const countOf = (given: string, option: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new Error(`--${option} ${given}: give a number from 1`)
  return Number(given)
}
