import type { Client } from 'pg'
import { findPackage, placesOf } from '../../../protocol/optional-package.ts'
import { UnreadableState } from '../unreadable-state.ts'

/** How long a database may take to accept a connection, and to answer a statement, in ms. */
const limits = { connectMs: 5_000, answerMs: 30_000 }

/** Loads the optional driver: installed with the program, or in the folder where it was started. */
const loadDriver = async (): Promise<typeof import('pg')['default']> => {
  const folders = [process.cwd()]
  const found = findPackage('pg', folders)
  const missing = '--store needs the package pg, which is not installed'
  if (found === undefined)
    throw new UnreadableState(`${missing} (searched ${placesOf(folders)})`, 'Run npm install pg.')
  if (!found.isOwn) return found.load() as typeof import('pg')['default']
  try {
    return (await import('pg')).default
  } catch (error) {
    throw new UnreadableState(missing, 'Run npm install pg.', error)
  }
}

/** A row, as the driver reads it: numbers of 64 bits are texts. */
export type Row = Readonly<Record<string, string | null>>

/** A connection that is opened on demand, and reopened after any failure. */
export type Connection = {
  /** Runs statements that are separated by semicolons; returns the rows of each. */
  run: (statements: string) => Promise<Row[][]>
  /** Runs one statement with values for $1, $2 and so on. */
  runWith: (statement: string, values: readonly unknown[]) => Promise<void>
  /** Closes the connection, and drops its open transaction. */
  drop: () => Promise<void>
}

const rowsOf = (result: unknown): Row[] => {
  // Several statements return a list of results, a single one does not.
  const { rows } = result as { rows: Row[] }
  return rows
}

// If each of several addresses failed, the error has only a code.
const withMessage = (error: NodeJS.ErrnoException): Error => {
  error.message ||= error.code ?? error.name
  return error
}

/** Opens connections to the database at a postgres:// address, one at a time; a password is read from there, PGPASSWORD or ~/.pgpass. */
export const connectionTo = (url: string, name: string): Connection => {
  let current: Client | undefined
  const drop = async (): Promise<void> => {
    const client = current
    current = undefined
    await client?.end().catch(() => {})
  }
  const connected = async (): Promise<Client> => {
    if (current !== undefined) return current
    const { Client } = await loadDriver()
    const client = new Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: limits.connectMs,
      query_timeout: limits.answerMs,
      keepAlive: true,
    })
    client.on('error', () => {
      if (current === client) current = undefined
    })
    await client.connect()
    current = client
    return client
  }
  const attempt = async <T>(act: (client: Client) => Promise<T>): Promise<T> => {
    try {
      return await act(await connected())
    } catch (error) {
      void drop()
      throw withMessage(error as NodeJS.ErrnoException)
    }
  }
  const run = (statements: string) =>
    attempt(async client => {
      const result: unknown = await client.query(statements)
      return (Array.isArray(result) ? result : [result]).map(rowsOf)
    })
  const runWith = (statement: string, values: readonly unknown[]) =>
    attempt(async client => void (await client.query(statement, [...values])))
  return { run, runWith, drop }
}
