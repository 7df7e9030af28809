// Other ways to write the same JSON value: the order of members, white space, and escapes.
import { canonicalize } from './canonical.ts'
import { isObject, type Json } from './json.ts'

/** Moves the first member to the end, which changes any order of two or more members. */
export const rotateMembers = <T extends object>(object: T): T => {
  const [first, ...rest] = Object.entries(object)
  return Object.fromEntries(first ? [...rest, first] : []) as T
}

/** Rotates the members of every nested object; the top level keeps its order. */
export const rotateNestedMembers = <T>(value: T): T =>
  (Array.isArray(value)
    ? value.map(rotateDeep)
    : Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, rotateDeep(member)]))) as T

const rotateDeep = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? rotateNestedMembers(Array.isArray(value) ? value : rotateMembers(value))
    : value

/** Reverses the order of the members at the top level. */
export const reverseMembers = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).reverse()) as T

/** Orders the members at the top level by weight; `weights` are those of the sorted names, the lightest first. */
export const orderMembers = <T extends object>(object: T, weights: readonly number[]): T => {
  const sorted = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  const weighed = sorted.map((member, at) => ({ member, weight: weights[at] ?? 0 }))
  return Object.fromEntries(weighed.sort((a, b) => a.weight - b.weight).map(({ member }) => member)) as T
}

/** Reverses the order of the members at every depth. */
export const reverseAllMembers = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reverseAllMembers)
  if (!isObject(value)) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([name, member]) => [name, reverseAllMembers(member)]))
}

/** Sorts the members by name at every depth, as the canonical text does (but JavaScript puts integer names first). */
export const sortAllMembers = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sortAllMembers)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map(name => [name, sortAllMembers(value[name] as Json)]))
}

/** Writes JSON with white space wherever the grammar allows it. */
export const withWhiteSpace = (value: Json): string =>
  ` ${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n ')}\n`

/** Writes JSON with white space before and after each structural character, using the given ones in turn. */
export const withBlanks = (value: Json, blanks: readonly string[]): string => {
  let turn = 0
  const blank = () => blanks[turn++ % blanks.length] ?? ''
  const parts = JSON.stringify(value).match(/"(?:[^"\\]|\\.)*"|[^"[\]{}:,]+|[[\]{}:,]/g) ?? []
  return `${blank()}${parts.map(part => `${part}${blank()}`).join('')}`
}

/** Writes JSON with the characters of its strings escaped where the pattern says so, in turn. */
export const withEscapes = (value: Json, pattern: readonly boolean[]): string => {
  let turn = 0
  const isEscaped = () => pattern[turn++ % pattern.length] ?? true
  return escapeStrings(JSON.stringify(value), unit =>
    isEscaped() || unit < ' ' || unit === '"' || unit === '\\' ? `\\u${hex(unit)}` : unit,
  )
}

/** Writes sorted JSON with one space after each colon and comma, as Python's json.dumps(value, sort_keys=True) does. */
export const sortedWithSpaces = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(sortedWithSpaces).join(', ')}]`
  if (!isObject(value)) return canonicalize(value)
  const names = Object.keys(value).sort()
  return `{${names.map(name => `${JSON.stringify(name)}: ${sortedWithSpaces(value[name] ?? null)}`).join(', ')}}`
}

const hex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0')

/** Escapes non-ASCII characters in a JSON text: each UTF-16 code unit as \uXXXX, so that a surrogate pair becomes two escapes. */
export const escapeNonAscii = (text: string): string => text.replace(/[^\u0000-\u007f]/g, unit => `\\u${hex(unit)}`)

/** Escapes every slash in a JSON text. */
export const escapeSlashes = (text: string): string => text.replaceAll('/', '\\/')

/** Writes JSON with every character of its strings as \uXXXX, in lower-case digits. */
export const escapeEverything = (value: Json): string => escapeStrings(JSON.stringify(value), unit => `\\u${hex(unit)}`)

/**
 * Writes JSON in printable ASCII: escapes everything else, the slash, quotation marks and backslashes, in upper-case
 * digits.
 */
export const asPrintableAscii = (value: Json): string =>
  escapeStrings(JSON.stringify(value), unit => {
    if (unit === '/') return '\\/'
    const isPlain = unit >= ' ' && unit <= '~' && unit !== '"' && unit !== '\\'
    return isPlain ? unit : `\\u${hex(unit).toUpperCase()}`
  })

/** Rewrites every character of the strings in a JSON text; `write` gets UTF-16 code units. */
const escapeStrings = (text: string, write: (unit: string) => string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, token => `"${(JSON.parse(token) as string).split('').map(write).join('')}"`)
