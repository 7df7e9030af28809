import { type CanonicalEscape, knownEscapes, withEscapes } from './escapes.ts'
import { isObject, type Json, type JsonObject } from './json.ts'

/**
 * The form of the text that is signed ("Authentication": keys sorted alphabetically; nested keys not specified). `rfc8785`: sorted at every
 * depth. `top-level`: nested members keep their order. `key-list`: the pitfall of JSON.stringify(value, keys), which drops every nested
 * member whose name does not occur at the top level. Clause: SIG-08.
 */
export type CanonicalForm = 'rfc8785' | 'top-level' | 'key-list'

/** Every canonical form, that of the document first. */
export const canonicalForms: readonly CanonicalForm[] = ['rfc8785', 'top-level', 'key-list']

/** A canonical JSON: the order of its members, and the characters that it escapes. */
export type CanonicalWriting = { canonicalJson: CanonicalForm; canonicalEscapes: readonly CanonicalEscape[] }

/** Every canonical JSON that can be recognized; grouped by the order of members, the likeliest first. */
export const canonicalWritings = (): CanonicalWriting[] =>
  canonicalForms.flatMap(canonicalJson => knownEscapes.map(canonicalEscapes => ({ canonicalJson, canonicalEscapes })))

/** RFC 8785. */
export const rfc8785Writing: CanonicalWriting = { canonicalJson: 'rfc8785', canonicalEscapes: [] }

/** Returns the canonical text of a value in a dialect's canonical JSON; errors as in `canonicalize`. Clause: SIG-08. */
export const canonicalText = (value: Json, { canonicalJson, canonicalEscapes }: CanonicalWriting): string =>
  withEscapes(canonicalize(value, canonicalJson), canonicalEscapes)

/**
 * Returns the canonical text of a value, with only the escapes that JSON requires. Throws a TypeError for a lone surrogate or a number that is not finite, which
 * have no canonical text. Leaves out undefined members, as JSON.stringify does in the text that is sent.
 * Clauses: SIG-01, SIG-02, SIG-03, SIG-10.
 */
export const canonicalize = (value: Json, form: CanonicalForm = 'rfc8785'): string => {
  // Also rejects values without a canonical text in the other two forms.
  const everyDepth = rfc8785(value)
  if (form === 'rfc8785') return everyDepth
  return form === 'top-level' ? topLevel(value) : keyList(value)
}

/** RFC 8785, section 3.2. */
const rfc8785 = (value: Json): string => {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return number(value)
  if (Array.isArray(value)) return `[${value.map(rfc8785).join(',')}]`
  if (isObject(value)) return members(value, rfc8785)
  if (value === null || typeof value === 'boolean') return String(value)
  throw new TypeError(`no canonical JSON for a ${typeof value}`)
}

const topLevel = (value: Json): string =>
  isObject(value) ? members(value, member => JSON.stringify(member)) : JSON.stringify(value)

const keyList = (value: Json): string => JSON.stringify(value, value === null ? null : Object.keys(value).sort())

/** Section 3.2.3: sort() without a comparison orders by UTF-16 code units, as the RFC requires. */
const members = (object: JsonObject, write: (member: Json) => string): string => {
  let written = ''
  for (const name of Object.keys(object).sort()) {
    const member = object[name]
    if (member !== undefined) written += `${written === '' ? '' : ','}${text(name)}:${write(member)}`
  }
  return `{${written}}`
}

/**
 * Section 3.2.2.2: the escapes are those of ECMAScript, and nothing is normalized. Lone surrogates, which JSON.stringify
 * accepts, are an error. Clause: SIG-06.
 */
const text = (value: string): string => {
  if (plain.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw new TypeError('no canonical JSON for a lone surrogate')
  return JSON.stringify(value)
}

/** Strings without escapes: most strings, and several times as fast as JSON.stringify. */
const plain = /^[ !#-[\]-~]*$/

/** Section 3.2.2.3: numbers as ECMAScript writes them. */
const number = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`no canonical JSON for ${value}`)
  return JSON.stringify(value)
}
