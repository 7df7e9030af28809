import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '../../protocol/operations.ts'
import { openDatabase } from '../../sandbox/state/open-database.ts'
import { schemaOf } from '../../sandbox/state/postgres/schema.ts'
import { startPostgres } from '../../sandbox/state/postgres/server.test.support.ts'
import { type Rows, rowsIn } from './load.ts'
import { type RoleProcess, startRole } from './role-process.ts'

/** Where a role keeps its state while its processes are killed. */
export type Setting = {
  role: Role
  /** The number of processes at a time. */
  processes: number
  start: () => RoleProcess
  /** Reads the state; a file only while no process runs. */
  look: <T>(act: (rows: Rows) => T) => Promise<T>
  remove: () => Promise<void>
}

/** Opens a setting for a role with a provisioning. */
export type OpenSetting = (role: Role, provisioning: object) => Promise<Setting>

const openPlace = (role: Role, provisioning: object) => {
  const folder = mkdtempSync(join(tmpdir(), 'oc-conformance-crash-'))
  const place = { role, folder, provisioning: join(folder, 'provisioning.json') }
  writeFileSync(place.provisioning, JSON.stringify(provisioning))
  return { place, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** One process, with its state in a file. */
export const inFile: OpenSetting = async (role, provisioning) => {
  const { place, remove } = openPlace(role, provisioning)
  const look: Setting['look'] = async act => {
    const database = openDatabase(join(place.folder, `${role}.db`))
    try {
      return act(rowsIn(database))
    } finally {
      database.close()
    }
  }
  return { role, processes: 1, start: () => startRole(place), look, remove }
}

type Row = { name: string; key: string; value: string }

/** Two processes, with their state in a dedicated PostgreSQL. */
export const inPostgres: OpenSetting = async (role, provisioning) => {
  const { place, remove } = openPlace(role, provisioning)
  const server = await startPostgres()
  const store = await server.newDatabase()
  const query = `SELECT name, key, value FROM ${schemaOf(role)}.state WHERE value IS NOT NULL ORDER BY position`
  const look: Setting['look'] = async act => {
    // A single statement is a consistent snapshot.
    const tables = Map.groupBy((await server.run(store, query)) as Row[], ({ name }) => name)
    const rows: Rows = <Value>(name: string) =>
      (tables.get(name) ?? []).map(({ key, value }): [string, Value] => [JSON.parse(key), JSON.parse(value)])
    return act(rows)
  }
  return {
    role,
    processes: 2,
    start: () => startRole({ ...place, store }),
    look,
    remove: async () => void (await Promise.all([server.remove(), remove()])),
  }
}
