import type { Json } from '../../protocol/json.ts'

/** Members in another order: the first comes last. A rotation leaves no order of two or more members as it was. */
export const rotated = <T extends object>(object: T): T => {
  const [first, ...rest] = Object.entries(object)
  return Object.fromEntries(first ? [...rest, first] : []) as T
}

/** Members in the opposite order. */
export const reversed = <T extends object>(object: T): T => Object.fromEntries(Object.entries(object).reverse()) as T

/** Members sorted by name at every depth: the order of the canonical text. */
export const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map(name => [name, sorted(value[name] as Json)]))
}

/** Every nested object with its members rotated; the top as it is. */
export const rotatedInside = <T>(value: T): T =>
  (Array.isArray(value)
    ? value.map(rotatedDeep)
    : Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, rotatedDeep(one)]))) as T

const rotatedDeep = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? rotatedInside(Array.isArray(value) ? value : rotated(value)) : value

/** JSON text with white space wherever the grammar takes it. */
export const spaced = (value: Json): string => ` ${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n ')}\n`

/** The same JSON text with every character of its strings written by `write`, which gets UTF-16 code units. */
const escapedBy = (text: string, write: (unit: string) => string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, token => `"${(JSON.parse(token) as string).split('').map(write).join('')}"`)

const hex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0')

/** Every character as \uXXXX, in lower-case digits. */
export const escaped = (value: Json): string => escapedBy(JSON.stringify(value), unit => `\\u${hex(unit)}`)

/** Only what is not ASCII, the solidus and what has to be, in upper-case digits: as ASCII-only writers do. */
export const asciiOnly = (value: Json): string =>
  escapedBy(JSON.stringify(value), unit => {
    if (unit === '/') return '\\/'
    const isPlain = unit >= ' ' && unit <= '~' && unit !== '"' && unit !== '\\'
    return isPlain ? unit : `\\u${hex(unit).toUpperCase()}`
  })
