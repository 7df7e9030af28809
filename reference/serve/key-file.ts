import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { generatePrivateKey, PrivateKey } from '../../protocol/keys.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Storage } from '../service/storage.ts'

const givenKey = (role: Role): PrivateKey => {
  const fromEnvironment = process.env[`OC_REFERENCE_${role.toUpperCase()}_KEY`]
  return fromEnvironment === undefined ? generatePrivateKey() : new PrivateKey(fromEnvironment.trim())
}

/**
 * Returns the key that all processes of a role have: from the state that they share, else from the environment, else a new one.
 * Keeps a key that is not from the state.
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

/**
 * Returns a role's key: from the file in `dataDir`, else from OC_REFERENCE_<ROLE>_KEY (64 hex digits), else a new one. Saves a key
 * that is not from the file.
 */
export const roleKey = (role: Role, dataDir: string | undefined): PrivateKey => {
  const file = dataDir === undefined ? undefined : join(dataDir, `${role}.key`)
  if (file !== undefined && existsSync(file)) return new PrivateKey(readFileSync(file, 'utf8').trim())
  const key = givenKey(role)
  if (dataDir !== undefined && file !== undefined) saveKey(key, dataDir, file)
  return key
}

// Whole or not at all: a role that is killed at its first start has no half of a key.
const saveKey = (key: PrivateKey, dataDir: string, file: string): void => {
  mkdirSync(dataDir, { recursive: true })
  writeFileAtomic.sync(file, `${key.reveal()}\n`, { mode: 0o600 })
}
