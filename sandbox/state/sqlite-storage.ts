import type { DatabaseSync } from 'node:sqlite'
import type { Storage, StorageFailure, Table } from '../../reference/service/storage.ts'
import { groupCommit } from './group-commit.ts'
import { RecordedTable } from './recorded-table.ts'

type OpenTable = { rows: RecordedTable; write: () => void }

/** Opens a table, whose name must be from this program, and reads its rows. */
const openTable = (database: DatabaseSync, name: string): OpenTable => {
  database.exec(`CREATE TABLE IF NOT EXISTS "${name}" (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`)
  const upsert = `INSERT INTO "${name}" VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`
  const statements = {
    set: database.prepare(upsert),
    delete: database.prepare(`DELETE FROM "${name}" WHERE key = ?`),
  }
  const rows = new RecordedTable()
  for (const { key, value } of database.prepare(`SELECT key, value FROM "${name}" ORDER BY rowid`).iterate())
    rows.set(String(key), JSON.parse(String(value)))
  const write = (): void => {
    for (const [key, value] of rows.changes()) {
      if (value === undefined) statements.delete.run(key)
      else statements.set.run(key, JSON.stringify(value))
    }
  }
  return { rows, write }
}

const transact = (database: DatabaseSync, write: () => void): void => {
  database.exec('BEGIN IMMEDIATE')
  try {
    write()
    database.exec('COMMIT')
  } catch (error) {
    rollBack(database)
    throw error
  }
}

const rollBack = (database: DatabaseSync): void => {
  try {
    database.exec('ROLLBACK')
  } catch {
    // A full disk may have ended the transaction already.
  }
}

/** A storage in a file; `close` saves pending writes, and closes the file. */
export type SqliteStorage = Storage & { close: () => void }

/**
 * Keeps tables in memory, for reading, and in a database. The writes of one turn of the event loop are one transaction, and on disk
 * before any answer that depends on them is sent. `report` is called with changes that could not be saved.
 */
export const sqliteStorage = (database: DatabaseSync, report: (failure: StorageFailure) => void): SqliteStorage => {
  const tables = new Map<string, OpenTable>()
  const forEach = (act: (table: OpenTable) => void) => (): void => {
    for (const table of tables.values()) act(table)
  }
  const settle = forEach(({ rows }) => rows.settle())
  const commit = (): void => {
    transact(
      database,
      forEach(({ write }) => write()),
    )
    settle()
  }
  const { changed, watch, endTurn } = groupCommit({ commit, undo: forEach(({ rows }) => rows.undo()), report })
  const open = (name: string): OpenTable => {
    const opened = openTable(database, name)
    opened.rows.record(changed)
    tables.set(name, opened)
    return opened
  }
  const table = <Value>(name: string): Table<Value> =>
    // Each name has one type of values.
    (tables.get(name) ?? open(name)).rows as Map<string, unknown> as Table<Value>
  const close = (): void => {
    endTurn()
    database.close()
  }
  return { table, watch, close }
}
