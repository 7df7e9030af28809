import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** Where Debian has the programs of the server, and where others that are built from source have them. */
const folders = (): string[] => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [...versions.map(version => join(debian, version, 'bin')), '/usr/local/pgsql/bin', '/opt/homebrew/bin']
}

const programs = folders().find(folder => existsSync(join(folder, 'initdb')))

/** Returns why tests with a server are skipped; undefined if they run. With POSTGRES_TESTS=required none may be skipped. */
export const missingPostgres: string | undefined =
  programs === undefined && process.env.POSTGRES_TESTS !== 'required' ? 'PostgreSQL is not installed' : undefined

/** The server refuses to run as root: it then runs as its own user, or as `nobody`. */
const runAs = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres:', 'nobody:'].map(name => users.find(user => user.startsWith(name))).find(Boolean) ?? ''
  const [, , uid, gid] = line.split(':').map(Number)
  return { uid: uid ?? 65_534, gid: gid ?? 65_534 }
}

const makeFolder = (): string => {
  // Short, since the path of a socket must be.
  const folder = mkdtempSync(join(tmpdir(), 'oc-pg-'))
  const user = runAs()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

/** A separate server on a socket in a temporary folder. */
export type PostgresServer = {
  /** Makes a database; returns its address. */
  newDatabase: () => Promise<string>
  /** Runs statements in a database as its owner. */
  run: (url: string, statements: string) => Promise<Record<string, unknown>[]>
  /** Requires the given password of a user from now on. */
  askForPassword: (user: string, password: string) => Promise<void>
  /** Ends the server, connections and all; `start` starts it again with its data. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Ends it for good. */
  remove: () => Promise<void>
}

const run: PostgresServer['run'] = async (url, statements) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result: unknown = await client.query(statements)
    return ((Array.isArray(result) ? result.at(-1) : result) as { rows: Record<string, unknown>[] }).rows
  } finally {
    await client.end()
  }
}

const initialize = (folder: string): void => {
  const argv = ['-D', join(folder, 'data'), '-U', 'oc', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const { status, stderr } = spawnSync(join(programs ?? '', 'initdb'), argv, { ...runAs(), cwd: folder })
  if (status !== 0) throw new Error(`initdb: ${stderr}`)
}

const launch = (folder: string, settings: readonly string[]): ChildProcess =>
  spawn(
    join(programs ?? '', 'postgres'),
    ['-D', join(folder, 'data'), '-k', folder, '-c', 'listen_addresses=', ...settings.flatMap(each => ['-c', each])],
    { ...runAs(), cwd: folder, stdio: 'ignore' },
  )

const isReady = (url: string): Promise<boolean> =>
  run(url, 'SELECT 1').then(
    () => true,
    () => false,
  )

/** Starts a server with settings such as `fsync=off`, for tests that do not kill it. */
export const startPostgres = async (settings: readonly string[] = []): Promise<PostgresServer> => {
  const folder = makeFolder()
  initialize(folder)
  const addressOf = (database: string): string => `postgres://oc@localhost/${database}?host=${folder}`
  let child: ChildProcess | undefined
  let databases = 0
  const start = async (): Promise<void> => {
    child = launch(folder, settings)
    for (let tries = 0; !(await isReady(addressOf('postgres'))); tries++) {
      if (tries > 600 || child.exitCode !== null) throw new Error('the server does not start')
      await setTimeout(50)
    }
  }
  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null) return
    const exit = once(child, 'exit')
    // Fast: it ends its connections.
    child.kill('SIGINT')
    await exit
  }
  const newDatabase = async (): Promise<string> => {
    const name = `db${++databases}`
    await run(addressOf('postgres'), `CREATE DATABASE ${name}`)
    return addressOf(name)
  }
  const askForPassword = async (user: string, password: string): Promise<void> => {
    await run(addressOf('postgres'), `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`)
    const rules = join(folder, 'data', 'pg_hba.conf')
    writeFileSync(rules, `local all ${user} scram-sha-256\n${readFileSync(rules, 'utf8')}`)
    await run(addressOf('postgres'), 'SELECT pg_reload_conf()')
  }
  const remove = async (): Promise<void> => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await start()
  return { newDatabase, run, askForPassword, stop, start, remove }
}
