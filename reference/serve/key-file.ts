import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { generatePrivateKey, PrivateKey } from '../../protocol/keys.ts'
import type { Role } from '../../protocol/operations.ts'

/**
 * Returns a role's key: from the file in `dataDir`, else from OC_REFERENCE_<ROLE>_KEY (64 hex digits), else a new one. Saves a key
 * that is not from the file.
 */
export const roleKey = (role: Role, dataDir: string | undefined): PrivateKey => {
  const file = dataDir === undefined ? undefined : join(dataDir, `${role}.key`)
  if (file !== undefined && existsSync(file)) return new PrivateKey(readFileSync(file, 'utf8').trim())
  const fromEnvironment = process.env[`OC_REFERENCE_${role.toUpperCase()}_KEY`]
  const key = fromEnvironment === undefined ? generatePrivateKey() : new PrivateKey(fromEnvironment.trim())
  if (dataDir !== undefined && file !== undefined) saveKey(key, dataDir, file)
  return key
}

// Whole or not at all: a role that is killed at its first start has no half of a key.
const saveKey = (key: PrivateKey, dataDir: string, file: string): void => {
  mkdirSync(dataDir, { recursive: true })
  writeFileAtomic.sync(file, `${key.reveal()}\n`, { mode: 0o600 })
}
