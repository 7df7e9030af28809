/*
 * Operations that are safe on any received value: none of these functions throws. `String(value)` and `${value}` throw at
 * `{ "toString": 1 }`, and an object literal has a member `constructor`. `selftest/wire.test.ts` finds where such a value meets either.
 */

/** Returns a string unchanged, the message of an error, any other value as JSON, and a value without JSON, such as a function, by its type. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Error) return messageOf(value)
  if (typeof value === 'bigint') return `${value}`
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return 'a value that cannot be written as JSON'
  }
}

/** An error may be thrown by foreign code, so its members may have any type. */
const messageOf = ({ name, message }: { name: unknown; message: unknown }): string =>
  typeof message === 'string' && message !== '' ? message : typeof name === 'string' ? name : 'an error'

/** Returns a number, or the value of a numeric string; NaN for any other value. */
export const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN

/** Looks up an own entry of a table by any value: `constructor` gives undefined. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined

/** Encodes a string as a component of an address; a lone surrogate becomes U+FFFD. */
export const inAddress = (text: string | number): string => encodeURIComponent(`${text}`.toWellFormed())
