import type { Role } from '../../../protocol/operations.ts'
import type { Storage, StorageFailure, Table } from '../../../reference/service/storage.ts'
import { RecordedTable } from '../recorded-table.ts'
import { connectionTo } from './connection.ts'
import { type Change, rowsIn } from './rows.ts'
import { prepareSchema, schemaOf } from './schema.ts'
import { TurnTaker } from './take-turns.ts'

/** How often an idle process reads the changes of others, in ms. */
const lookMs = 1_000

/** A table that throws unless it is used in a turn. */
const inTurnOnly = (table: RecordedTable, expectTurn: () => void): RecordedTable =>
  new Proxy(table, {
    get: (target, name) => {
      expectTurn()
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

type OpenTable = { rows: RecordedTable; guarded: RecordedTable }

/** This process's copy of a role's tables. */
const openTables = (guard: { changed: () => void; expectTurn: () => void }) => {
  const tables = new Map<string, OpenTable>()
  const open = (name: string): OpenTable => {
    const rows = new RecordedTable()
    rows.record(guard.changed)
    const opened = { rows, guarded: inTurnOnly(rows, guard.expectTurn) }
    tables.set(name, opened)
    return opened
  }
  const named = (name: string): OpenTable => tables.get(name) ?? open(name)
  const changes = (): Change[] =>
    [...tables].flatMap(([name, { rows }]) => rows.changes().map(([key, value]) => ({ name, key, value })))
  const take = (news: readonly Change[], isWhole: boolean): void => {
    if (isWhole) for (const { rows } of tables.values()) for (const key of [...rows.keys()]) rows.take(key, undefined)
    for (const { name, key, value } of news) named(name).rows.take(key, value)
  }
  const each = (act: (rows: RecordedTable) => void): void => {
    for (const { rows } of tables.values()) act(rows)
  }
  return { named, changes, take, each }
}

/** A storage in a database that several processes share; `close` saves pending writes, and closes the connection. */
export type PostgresStorage = Storage & { turns: NonNullable<Storage['turns']>; close: () => Promise<void> }

/**
 * Opens the state of a role in the database at a postgres:// address. `report` is called once when it cannot be reached or written to.
 * Throws an UnreadableState if the database cannot be used.
 */
export const openPostgres = async (
  role: Role,
  url: string,
  report: (failure: StorageFailure) => void,
): Promise<PostgresStorage> => {
  const connection = connectionTo(url, `oc-conformance ${role}`)
  await prepareSchema(connection, schemaOf(role))
  const rows = rowsIn(connection, schemaOf(role))
  let version = 0
  const begin = async (): Promise<void> => {
    const news = await rows.begin(version).catch(async error => {
      await connection.drop()
      throw error
    })
    tables.take(news.changes, news.isWhole)
    version = news.version
  }
  const end = async (hasChanges: boolean): Promise<void> => {
    if (!hasChanges) return void (await connection.run('ROLLBACK'))
    await rows.end(tables.changes(), version + 1)
    version++
    tables.each(table => table.settle())
  }
  const turns = new TurnTaker({ begin, end, undo: () => tables.each(table => table.undo()), report })
  const tables = openTables(turns)
  const look = setInterval(() => turns.enter()?.catch(() => {}), lookMs).unref()
  // Each name has one type of values.
  const table = <Value>(name: string) => tables.named(name).guarded as Map<string, unknown> as Table<Value>
  const peek = <Value>(name: string) => tables.named(name).rows as Map<string, unknown> as Table<Value>
  const close = async (): Promise<void> => {
    clearInterval(look)
    await turns.close()
    await connection.drop()
  }
  return { table, watch: turns.watch, turns: { enter: turns.enter, peek }, close }
}
