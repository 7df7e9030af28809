import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { entryOf } from '../protocol/json/any-json.ts'
import type { Role } from '../protocol/operations.ts'
import { generatePrivateKey, PrivateKey } from '../protocol/signature/keys.ts'
import type { Storage } from '../reference/service/storage.ts'
import { readRegular } from './state/read-file.ts'
import { UnreadableState } from './state/unreadable-state.ts'

/** Reads the key in a string. Throws an UnreadableState that does not quote it; `place` is its location. */
const keyIn = (text: string, place: string, remedy: string): PrivateKey => {
  try {
    return new PrivateKey(text.trim())
  } catch (error) {
    throw new UnreadableState(`${place} holds no key: ${(error as Error).message}`, remedy)
  }
}

const givenKey = (role: Role): PrivateKey => {
  const name = `OC_REFERENCE_${role.toUpperCase()}_KEY`
  const text = entryOf(process.env, name)
  return text === undefined
    ? generatePrivateKey()
    : keyIn(text, name, 'Set it to 64 hex digits, or unset it for a new key.')
}

/**
 * Returns the key that all processes of a role share: from their state, else from the environment, else a new one. Saves a key that
 * is not from the state.
 */
export const sharedKey = async (role: Role, { table, turns, watch }: Storage): Promise<PrivateKey> => {
  const kept = watch()
  await turns?.enter()
  const secrets = table<string>('secrets')
  const known = secrets.get('key')
  const key = known === undefined ? givenKey(role) : new PrivateKey(known)
  if (known === undefined) secrets.set('key', key.reveal())
  await kept()
  return key
}

const keyAgain = 'Restore it from a backup, or move it away for a new key.'

/**
 * Returns a role's key: from the file in `dataDir`, else from OC_REFERENCE_<ROLE>_KEY (64 hex digits), else a new one. Saves a key
 * that is not from the file. Throws an UnreadableState for a malformed key.
 */
export const roleKey = (role: Role, dataDir: string | undefined): PrivateKey => {
  const file = dataDir === undefined ? undefined : join(dataDir, `${role}.key`)
  if (file !== undefined && existsSync(file)) return keyIn(readRegular(file, keyAgain), file, keyAgain)
  const key = givenKey(role)
  if (dataDir !== undefined && file !== undefined) saveKey(key, dataDir, file)
  return key
}

// Atomic: a role that is killed at its first start leaves no partial key.
const saveKey = (key: PrivateKey, dataDir: string, file: string): void => {
  mkdirSync(dataDir, { recursive: true })
  writeFileAtomic.sync(file, `${key.reveal()}\n`, { mode: 0o600 })
}
