import { createHash } from 'node:crypto'
import type { Connection, Row } from './connection.ts'
import { edition, otherEdition } from './schema.ts'

/** The value of a key of a table; undefined if it was deleted. */
export type Change = { name: string; key: string; value: unknown }

/** The changes of other processes since a version; with `isWhole` all rows. */
type News = { version: number; isWhole: boolean; changes: Change[] }

/** After how many turns a deleted row is purged; a process that has not read for longer rereads everything. */
const remembered = 10_000

/**
 * Timeouts of the server, so that it ends the turn of a stuck process before its waiters give up. They are set per transaction, so that
 * they work through a connection pool.
 */
const timeLimits = `SET LOCAL idle_in_transaction_session_timeout = '15s'; SET LOCAL lock_timeout = '20s'`

const changeIn = ({ name, key, value }: Row): Change => ({
  name: String(name),
  key: JSON.parse(String(key)),
  value: value == null ? undefined : JSON.parse(value),
})

// Keys may be longer than an index entry.
const idOf = ({ name, key }: Change): string =>
  createHash('sha256')
    .update(JSON.stringify([name, key]))
    .digest('base64url')

const columnsOf = (changes: readonly Change[], version: number): unknown[] => [
  changes.map(idOf),
  changes.map(({ name }) => name),
  changes.map(({ key }) => JSON.stringify(key)),
  changes.map(({ value }) => (value === undefined ? null : JSON.stringify(value))),
  changes.map((_, at) => String(BigInt(version) * 1_000_000n + BigInt(at))),
  version,
]

/** Reads and writes the rows of a schema, in turns. */
export const rowsIn = ({ run, runWith }: Connection, schema: string) => {
  const write = `
    WITH written AS (
      INSERT INTO ${schema}.state AS old (id, name, key, value, position, version)
      SELECT *, $6::bigint FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
      ON CONFLICT (id) DO UPDATE SET value = excluded.value, version = excluded.version,
        position = CASE WHEN old.value IS NULL THEN excluded.position ELSE old.position END)
    UPDATE ${schema}.turn SET version = $6::bigint`
  const forget = (before: number): string => `
    DELETE FROM ${schema}.state WHERE value IS NULL AND version < ${before};
    UPDATE ${schema}.turn SET forgotten = ${before}`
  const read = (which: string): string =>
    `SELECT name, key, value FROM ${schema}.state WHERE ${which} ORDER BY position`
  /** Begins a turn once no other process has one; returns the rows that were set since the version, in order of insertion. */
  const begin = async (since: number): Promise<News> => {
    const results = await run(
      `BEGIN ISOLATION LEVEL READ COMMITTED; ${timeLimits}; SELECT * FROM ${schema}.turn FOR UPDATE; ${read(`version > ${since}`)}`,
    )
    const [[turn] = [], news = []] = results.slice(-2)
    if (Number(turn?.edition) !== edition) throw otherEdition(Number(turn?.edition))
    const version = Number(turn?.version)
    // Also after the database was restored from a backup.
    const isWhole = since < Number(turn?.forgotten) || since > version
    const [rows = []] = isWhole ? await run(read('value IS NOT NULL')) : [news]
    return { version, isWhole, changes: rows.map(changeIn) }
  }
  /** Saves changes, and ends the turn. */
  const end = async (changes: readonly Change[], version: number): Promise<void> => {
    await runWith(write, columnsOf(changes, version))
    if (version % remembered === 0) await run(forget(version - remembered))
    await run('COMMIT')
  }
  return { begin, end }
}
