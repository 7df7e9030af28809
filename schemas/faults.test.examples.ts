import type { Json, JsonObject } from '../protocol/json/json.ts'

/** A change of one member, by JSON pointer; without `to` the member is removed. `path`: where the violation is, if elsewhere. */
export type Fault = { at: string; to?: Json; says: string; path?: string }

/** Valid documents, and single faults of the first one. */
export type Example = { valid: JsonObject[]; faults: Fault[] }

/** Removes a required member. */
export const gone = (at: string): Fault => ({ at, says: 'is required' })

/** Sets a member to a value that the schema rejects; `says`: part of the violation. */
export const wrong = (at: string, to: Json, says: string): Fault => ({ at, to, says })

/** Sets an amount to values that are not decimal strings. */
export const decimals = (at: string): Fault[] => [
  wrong(at, 12.34, 'must be string'),
  ...['', '1e3', '-1', '+1', '01', '1,5', '1.', '.5', ' 1', '1 ', '1\n', '１'].map(text =>
    wrong(at, text, 'must look like "12.34"'),
  ),
]

/** Sets a currency to values that are not three capital letters. */
export const currencies = (at: string): Fault[] =>
  ['usd', 'US', 'USDT', 'USD '].map(code => wrong(at, code, 'must look like "USD"'))

/** Sets an integer to values of other types. */
export const integers = (at: string): Fault[] => ['2001', 1.5, null].map(value => wrong(at, value, 'must be integer'))

/** Sets a string to a number. */
export const text = (at: string): Fault => wrong(at, 7, 'must be string')

/** Sets an address to values that are not absolute URIs. */
export const uris = (at: string): Fault[] => [
  text(at),
  ...['', '/path', 'no uri'].map(uri => wrong(at, uri, 'valid uri')),
]
