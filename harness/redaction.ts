import { inAddress } from '../protocol/json/any-json.ts'
/** Removes secrets from a string. */
export type Redact = (text: string) => string

/** A shorter secret is removed only as a whole word, so that a card's code does not blank every number. */
const fewestCharacters = 8

/**
 * Returns a function that removes secrets from texts, including their encodings in forms, addresses, markup and JSON. Private keys, which
 * are 64 hex digits, match in either case.
 */
export const redactorOf = (secrets: readonly string[]): Redact => {
  const found = [...new Set(secrets)].filter(secret => secret !== '').sort((a, b) => b.length - a.length)
  if (found.length === 0) return text => text
  const keys = found.filter(isKey)
  const words = found.filter(secret => !isKey(secret))
  const anyKey = new RegExp(keys.join('|') || '(?!)', 'gi')
  const anyWord = new RegExp(words.map(patternOf).join('|') || '(?!)', 'gu')
  const withoutKeys: Redact = text => text.replace(anyKey, '[private key]')
  return words.length === 0 ? withoutKeys : text => withoutKeys(text).replace(anyWord, '[secret]')
}

const isKey = (secret: string): boolean => /^[0-9a-f]{64}$/i.test(secret)

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Matches escapes in either case: both %2f and %2F are in use. */
const encoded = (text: string): string =>
  literal(text).replace(
    /%[0-9A-F]{2}/g,
    code => `%${[...code.slice(1)].map(digit => `[${digit}${digit.toLowerCase()}]`).join('')}`,
  )

const marked = (secret: string, quote: string): string =>
  secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", quote)

const patternOf = (secret: string): string => {
  const form = new URLSearchParams({ '': secret }).toString().slice(1)
  const bytes = Buffer.from(secret).toString('latin1')
  const spellings = [
    secret,
    bytes,
    JSON.stringify(secret).slice(1, -1),
    marked(secret, "'"),
    marked(secret, '&#39;'),
    marked(secret, '&#x27;'),
  ].map(literal)
  const all = [...new Set([...spellings, encoded(form), encoded(inAddress(secret))])].join('|')
  return secret.length < fewestCharacters ? `(?<![\\p{L}\\p{N}])(?:${all})(?![\\p{L}\\p{N}])` : `(?:${all})`
}

/** Removes secrets from every string in a JSON value, but not from names of members. */
export const redactIn = <T>(value: T, redact: Redact): T => redacted(value, redact) as T

const redacted = (value: unknown, redact: Redact): unknown => {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(item => redacted(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redacted(item, redact)]))
}
