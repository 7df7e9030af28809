/** A query by name, in each case the values in their order; undefined for one that is not percent-encoded UTF-8. */
export type Query = ReadonlyMap<string, readonly (string | undefined)[]>

// Strictly, so that nothing which is to come back unchanged is repaired on its way in.
const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const partsOf = (member: string): [name: string, value: string] => {
  const at = member.indexOf('=')
  return at < 0 ? [member, ''] : [member.slice(0, at), member.slice(at + 1)]
}

/** Reads the query of an address as it stands on the request line. */
export const readQuery = (address: string): Query => {
  const query = new Map<string, (string | undefined)[]>()
  const at = address.indexOf('?')
  for (const member of at < 0 ? [] : address.slice(at + 1).split('&')) {
    const [name, value] = partsOf(member)
    const key = decode(name)
    if (key !== undefined) query.set(key, [...(query.get(key) ?? []), decode(value)])
  }
  return query
}

/** The value of a parameter that is there once; undefined otherwise. */
export const valueIn = (query: Query, name: string): string | undefined => {
  const values = query.get(name) ?? []
  return values.length === 1 ? values[0] : undefined
}

/** What is wrong with a parameter before its value is looked at; one that is not there is in order. */
export const faultIn = (query: Query, name: string): string | undefined => {
  const values = query.get(name) ?? []
  if (values.length > 1) return 'is repeated'
  return values.includes(undefined) ? 'is not percent-encoded UTF-8' : undefined
}
