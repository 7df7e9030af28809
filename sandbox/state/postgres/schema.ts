import type { Role } from '../../../protocol/operations.ts'
import { UnreadableState } from '../unreadable-state.ts'
import type { Connection } from './connection.ts'

/** Returns the schema that a role has in its database. */
export const schemaOf = (role: Role): string => `oc_conformance_${role}`

/** The edition of the tables. A later one gets a step in `migrations`. */
export const edition = 1

/**
 * The steps from each edition of the tables to the next; the first creates them. `state` has a row for each key of
 * each table of a role, also for a while after it was deleted (value null), and the version of the turn that changed it last. Keys and
 * values are JSON. `turn` has one row, which the process that has its turn locks; rows deleted before version `forgotten` are gone.
 */
const migrations: readonly ((schema: string) => string)[] = [
  schema => `
    CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.state (
      id text PRIMARY KEY, name text NOT NULL, key text NOT NULL, value text, position bigint NOT NULL, version bigint NOT NULL
    );
    CREATE INDEX ON ${schema}.state (version);
    CREATE TABLE ${schema}.turn (edition bigint NOT NULL, version bigint NOT NULL, forgotten bigint NOT NULL);
    INSERT INTO ${schema}.turn VALUES (1, 0, 0)`,
]

/** Returns the edition of the tables in the database; 0 without tables. Throws if the schema is of another program. */
const editionIn = async ({ run }: Connection, schema: string): Promise<number> => {
  const [[found] = []] = await run(
    `SELECT to_regnamespace('${schema}') AS schema, to_regclass('${schema}.turn') AS turn`,
  )
  if (found?.schema === null) return 0
  if (found?.turn === null) throw new Error(`the schema ${schema} is of another program`)
  const [[row] = []] = await run(`SELECT edition FROM ${schema}.turn`)
  return Number(row?.edition)
}

/** The reason why tables of an edition cannot be used. */
export const otherEdition = (found: number): Error =>
  new Error(`its tables have edition ${found}, and this program reads editions up to ${edition}`)

const migrate = async (connection: Connection, schema: string): Promise<void> => {
  // Several processes may start at the same time.
  await connection.run(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('${schema}'))`)
  const from = await editionIn(connection, schema)
  if (from > edition) throw otherEdition(from)
  const steps = migrations.slice(from).map(step => step(schema))
  const done = steps.length > 0 ? [`UPDATE ${schema}.turn SET edition = ${edition}`] : []
  await connection.run([...steps, ...done, 'COMMIT'].join('; '))
}

const remedyFor: Readonly<Record<string, string>> = {
  '28000': 'Check the user, and give the password in PGPASSWORD or ~/.pgpass.',
  '28P01': 'Give the password in PGPASSWORD or ~/.pgpass.',
  '3D000': 'Make the database first, such as with createdb.',
  '42501': 'Allow the user to create a schema in this database.',
  ECONNREFUSED: 'Start the server, or give another address.',
  ENOENT: 'Start the server, or give another address.',
  ENOTFOUND: 'Give another address.',
}

const remedyOf = ({ code = '', message }: Error & { code?: string }): string => {
  // Without any password the driver itself fails, without a code.
  const isPasswordMissing = message.includes('client password must be a string')
  const remedy = remedyFor[isPasswordMissing ? '28P01' : code]
  return remedy ?? 'Give another database, or use the program that made its tables.'
}

/** Creates the tables of a role, or migrates them to this edition; throws an UnreadableState if that fails. */
export const prepareSchema = async (connection: Connection, schema: string): Promise<void> => {
  try {
    await migrate(connection, schema)
  } catch (error) {
    await connection.drop()
    if (error instanceof UnreadableState) throw error
    const reason = error as Error
    throw new UnreadableState(`the database of --store cannot be used: ${reason.message}`, remedyOf(reason), error)
  }
}
