import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '../../protocol/operations.ts'
import type { StorageFailure } from '../../reference/service/storage.ts'
import { openDatabase } from './open-database.ts'
import { type SqliteStorage, sqliteStorage } from './sqlite-storage.ts'
import { takeStateFile } from './state-file.ts'

/**
 * Opens the state of a role in the folder `dataDir`: `<role>.db`, and the data that an earlier version left in `<role>.json`. Throws an
 * UnreadableState if either cannot be read.
 */
export const openState = async (
  role: Role,
  dataDir: string,
  report: (failure: StorageFailure) => void,
): Promise<SqliteStorage> => {
  mkdirSync(dataDir, { recursive: true })
  const storage = sqliteStorage(openDatabase(join(dataDir, `${role}.db`)), report)
  try {
    await takeStateFile(join(dataDir, `${role}.json`), storage)
    return storage
  } catch (error) {
    storage.close()
    throw error
  }
}
