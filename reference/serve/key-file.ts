import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

const saveKey = (key: PrivateKey, dataDir: string, file: string): void => {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${key.reveal()}\n`, { mode: 0o600, flag: 'wx' })
}
