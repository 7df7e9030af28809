import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openPostgres, type PostgresStorage } from './postgres-storage.ts'
import { missingPostgres, type PostgresServer, startPostgres } from './server.test.support.ts'

/** A fresh database for each test of a file, on one server. */
type Databases = {
  /** The server; to be read within a test. */
  readonly server: PostgresServer
  /** The address of the database of the test that runs. */
  readonly url: string
  /** Runs statements in that database as its owner. */
  run(statements: string): ReturnType<PostgresServer['run']>
  /** Opens the state as another process of the gateway, and closes it after the test. */
  open(reports?: string[]): Promise<PostgresStorage>
}

/** Starts a server for the tests of a file, and makes a database before each of them; does nothing where PostgreSQL is missing. */
export const databasesForTests = (): Databases => {
  let server: PostgresServer
  let url = ''
  let opened: PostgresStorage[] = []
  beforeAll(async () => {
    if (missingPostgres === undefined) server = await startPostgres(['fsync=off'])
  }, 60_000)
  afterAll(() => server?.remove())
  beforeEach(async () => {
    if (missingPostgres === undefined) url = await server.newDatabase()
  })
  afterEach(async () => {
    await Promise.all(opened.map(storage => storage.close()))
    opened = []
  })
  return {
    get server() {
      return server
    },
    get url() {
      return url
    },
    run: statements => server.run(url, statements),
    open: async (reports = []) => {
      const storage = await openPostgres('gateway', url, ({ message }) => reports.push(message))
      opened.push(storage)
      return storage
    },
  }
}
