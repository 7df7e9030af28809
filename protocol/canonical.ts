import { isObject, type Json, type JsonObject } from './json.ts'

/**
 * How a value becomes the text that is signed ("Authentication": keys sorted alphabetically; nested ones not shown).
 * `rfc8785`: sorted at every depth. `top-level`: nested members in the order they came. `key-list`: the pitfall
 * JSON.stringify(value, keys), which drops every nested member whose name is not one at the top.
 */
export type CanonicalForm = 'rfc8785' | 'top-level' | 'key-list'

export const canonicalForms: readonly CanonicalForm[] = ['rfc8785', 'top-level', 'key-list']

/**
 * The canonical text. TypeError for a lone surrogate and for a number that is not finite: neither has one. A member
 * that is undefined is left out, as JSON.stringify leaves it out of what is sent.
 */
export const canonicalize = (value: Json, form: CanonicalForm = 'rfc8785'): string => {
  const everyDepth = sorted(value)
  if (form === 'rfc8785') return everyDepth
  return form === 'top-level' ? topLevel(value) : keyList(value)
}

/** RFC 8785, section 3.2. */
const sorted = (value: Json): string => {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return number(value)
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (isObject(value)) return members(value, sorted)
  if (value === null || typeof value === 'boolean') return String(value)
  throw new TypeError(`no canonical JSON for a ${typeof value}`)
}

const topLevel = (value: Json): string =>
  isObject(value) ? members(value, member => JSON.stringify(member)) : JSON.stringify(value)

const keyList = (value: Json): string => JSON.stringify(value, value === null ? null : Object.keys(value).sort())

/** Section 3.2.3: sort() without a comparison orders by UTF-16 code units, which is what the RFC asks for. */
const members = (object: JsonObject, write: (member: Json) => string): string => {
  const names = Object.keys(object).filter(name => object[name] !== undefined)
  return `{${names
    .sort()
    .map(name => `${text(name)}:${write(object[name] as Json)}`)
    .join(',')}}`
}

/** Section 3.2.2.2: the escapes are those of ECMAScript, but for lone surrogates, which JSON.stringify lets through. */
const text = (value: string): string => {
  if (!value.isWellFormed()) throw new TypeError('no canonical JSON for a lone surrogate')
  return JSON.stringify(value)
}

/** Section 3.2.2.3: numbers as ECMAScript writes them. */
const number = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`no canonical JSON for ${value}`)
  return JSON.stringify(value)
}
