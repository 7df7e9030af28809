/** Returns whether a list contains all values of another, in the same order. */
const hasInOrder = (list: readonly string[], values: readonly string[]): boolean => {
  let next = 0
  for (const value of list) if (value === values[next]) next += 1
  return next === values.length
}

/** Writes a path with only the escapes that it needs: others mean the same path (RFC 3986, section 6.2.2). */
const plainPath = ({ pathname }: URL): string =>
  pathname.replace(/%[\da-f]{2}/gi, encoded => {
    const letter = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : encoded.toUpperCase()
  })

/** Returns whether an address is the expected one; query members may have been added, and may be in any order among other names. */
export const isSameAddress = (address: string | undefined, expected: string): boolean => {
  if (address === undefined || !URL.canParse(address)) return false
  const [actual, wanted] = [new URL(address), new URL(expected)]
  const isKept = [...wanted.searchParams.keys()].every(name =>
    hasInOrder(actual.searchParams.getAll(name), wanted.searchParams.getAll(name)),
  )
  return actual.origin === wanted.origin && plainPath(actual) === plainPath(wanted) && isKept
}
