import { closeSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { warnWithout } from './experimental-warning.ts'
import { UnreadableState } from './unreadable-state.ts'

/** Marks the files of this program ("OCRF"), so that no other database is mistaken for one. */
const applicationId = 0x4f435246

/** The version of the file's layout. A later one gets a step in `migrations`. */
const version = 1

/** The steps from each version to the next; the first starts from an empty file. */
const migrations: readonly string[] = [`PRAGMA application_id = ${applicationId}`]

const numberOf = (database: DatabaseSync, pragma: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count === 0

/** Migrates a file to this version step by step, each in a transaction. Throws for a file of another program or of a later version. */
const migrate = (database: DatabaseSync): void => {
  const from = numberOf(database, 'user_version')
  const isOurs = numberOf(database, 'application_id') === applicationId
  if (!isOurs && !(from === 0 && isEmpty(database))) throw new Error('it is a database of another program')
  if (from > version) throw new Error(`it has version ${from}, and this program reads versions up to ${version}`)
  for (const [at, step] of migrations.entries())
    if (at >= from) database.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${at + 1}; COMMIT`)
}

const expectWhole = (database: DatabaseSync): void => {
  const found = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
  if (found !== 'ok') throw new Error(String(found))
}

const remedyFor: Readonly<Record<number, string>> = {
  // SQLITE_BUSY
  5: 'Another process has it open: stop that one, or give another --data folder.',
  // SQLITE_FULL
  13: 'Make room on its disk.',
  // SQLITE_IOERR_LOCK: a file that is open for reading only cannot be locked.
  3850: 'This process must be allowed to write to it.',
}

const explain = (path: string, error: unknown): Error => {
  const { errcode = 0, message } = error as Error & { errcode?: number }
  const remedy = remedyFor[errcode] ?? 'Restore it from a backup, or move it away to start afresh.'
  return new UnreadableState(`${path} cannot be read: ${message}`, remedy, error)
}

/** Creates a missing file, readable by its owner only; SQLite gives its files beside it the same mode. */
const makePrivate = (path: string | URL): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Opens the file of a role's state, or creates it. One process at a time has it open; a transaction is on disk when
 * its COMMIT returns. Throws an UnreadableState if the file is torn, of another program or version, in use, or
 * not writable, and the error of the system if it cannot be created.
 */
export const openDatabase = (path: string | URL): DatabaseSync => {
  const { DatabaseSync } = warnWithout('SQLite', () => process.getBuiltinModule('node:sqlite'))
  makePrivate(path)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    expectWhole(database)
    migrate(database)
    return database
  } catch (error) {
    database?.close()
    throw explain(String(path), error)
  }
}
