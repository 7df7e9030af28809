import { resolve } from 'node:path'
import { entryOf } from '../../../protocol/json/any-json.ts'
import { PrivateKey } from '../../../protocol/signature/keys.ts'
import { readText } from '../files.ts'
import { UsageError } from '../usage-error.ts'

/** Environment variables by name; undefined if not set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The config member with the key, and where to resolve `file:` and `env:`. */
export type KeyPlace = { member: string; folder: string; env: Environment }

const takes = '64 hex digits, env:NAME or file:PATH (relative to the config)'

/**
 * Reads a private key: 64 hex digits, `env:NAME` or `file:PATH`. Throws UsageError otherwise, never quoting a possible
 * key.
 */
export const readKey = async (reference: string, place: KeyPlace): Promise<PrivateKey> => {
  if (reference.startsWith('env:')) return fromEnvironment(reference.slice(4), place)
  if (reference.startsWith('file:')) return fromFile(reference.slice(5), place)
  return keyOf(reference, place.member, 'is not a private key')
}

/** Returns whether a value is the key itself, not a reference to it. */
export const isRawKey = (reference: string): boolean => !/^(env|file):/.test(reference)

const fromEnvironment = (name: string, { member, env }: KeyPlace): PrivateKey => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || mayBeKey(name))
    throw new UsageError(
      `${member}: the text after env: is not the name of an environment variable.`,
      `Expected ${takes}.`,
    )
  const text = entryOf(env, name)
  if (text === undefined || text.trim() === '')
    throw new UsageError(
      `${member}: the environment variable ${name} is not set.`,
      `Set ${name} to the 64 hex digits of the key.`,
    )
  return keyOf(text, member, `holds no private key in ${name}`)
}

const fromFile = async (path: string, { member, folder }: KeyPlace): Promise<PrivateKey> => {
  if (mayBeKey(path)) throw new UsageError(`${member}: the text after file: is not a path.`, `Expected ${takes}.`)
  const full = resolve(folder, path)
  return keyIn(await readText(full, `${member}: the key file`, { pipes: true }), member, full)
}

/** Reads the text of a key file. Throws UsageError, never quoting it. */
export const keyIn = (text: string, member: string, path: string): PrivateKey =>
  keyOf(text, member, `holds no private key in ${path}`)

/** Returns whether a name may be a key, perhaps with a prefix such as `0x` or without some digits. No message quotes it. */
export const mayBeKey = (name: string): boolean => /[0-9a-f]{48}/i.test(name) && !/[/\\.]/.test(name)

const keyOf = (text: string, member: string, fault: string): PrivateKey => {
  try {
    return new PrivateKey(text.trim())
  } catch {
    throw new UsageError(
      `${member} ${fault}.`,
      'A private key is 64 hex digits, more than zero and below the order of secp256k1.',
    )
  }
}
