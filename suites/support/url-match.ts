/** Whether an address is the one that is wanted: query members may have been added. */
export const isAddress = (address: string | undefined, wanted: string): boolean => {
  if (address === undefined || !URL.canParse(address)) return false
  const [a, b] = [new URL(address), new URL(wanted)]
  const isKept = [...b.searchParams].every(([name, value]) => a.searchParams.getAll(name).includes(value))
  return a.origin === b.origin && a.pathname === b.pathname && isKept
}
