/** Returns whether an address is the expected one; query members may have been added. */
export const isSameAddress = (address: string | undefined, expected: string): boolean => {
  if (address === undefined || !URL.canParse(address)) return false
  const [actual, wanted] = [new URL(address), new URL(expected)]
  const isKept = [...wanted.searchParams].every(([name, value]) => actual.searchParams.getAll(name).includes(value))
  return actual.origin === wanted.origin && actual.pathname === wanted.pathname && isKept
}
