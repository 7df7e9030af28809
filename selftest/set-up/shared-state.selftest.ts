import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import { freePort } from '../../sandbox/free-port.ts'
import {
  missingPostgres,
  type PostgresServer,
  startPostgres,
} from '../../sandbox/state/postgres/server.test.support.ts'
import type { Report } from '../../schemas/messages.ts'

const program = fileURLToPath(new URL('../../bin.ts', import.meta.url))

let folder = ''
let server: PostgresServer
let store = ''
let proxy: Server | undefined
const started = new Set<ChildProcess>()

beforeEach(async () => {
  if (missingPostgres !== undefined) return
  folder = mkdtempSync(join(tmpdir(), 'oc-conformance-shared-'))
  server = await startPostgres(['fsync=off'])
  store = await server.newDatabase()
})

afterEach(async () => {
  if (missingPostgres !== undefined) return
  await Promise.all([...started].map(end))
  proxy?.close()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})

const oc = (...argv: string[]): ChildProcess => {
  const env = { ...process.env, OC_CONFORMANCE_STORE: store }
  const child = spawn(process.execPath, [program, ...argv], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

const end = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill()
  await exit
}

/** Runs a command line; returns its exit code. */
const codeOf = async (...argv: string[]): Promise<number> => {
  const child = oc(...argv)
  for (const stream of [child.stdout, child.stderr]) stream?.resume()
  const [code] = await once(child, 'exit')
  return code as number
}

/** Hands connections to the ports in turn. */
const roundRobin = async (port: number, ports: readonly number[]): Promise<Server> => {
  let next = 0
  const tie = (one: Socket, other: Socket): void => {
    one.pipe(other)
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
  const listening = createServer(socket => {
    const upstream = connect(ports[next++ % ports.length] ?? 0, '127.0.0.1')
    tie(socket, upstream)
    tie(upstream, socket)
  })
  await once(listening.listen(port, '127.0.0.1'), 'listening')
  return listening
}

/** Serves a role by several processes on one database, at one address; returns the log of each. */
const serve = async (role: Role, port: number, processes: number): Promise<string[][]> => {
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const logs = ports.map((): string[] => [])
  const starting = ports.map(async (own, at) => {
    const address = ['--port', `${own}`, '--public-url', `http://127.0.0.1:${port}`, '--ocid', '1001']
    const child = oc('serve', role, ...address, '--provisioning', 'provisioning.json', '--logs')
    createInterface({ input: child.stderr ?? process.stdin }).on('line', line => logs[at]?.push(line))
    await once(createInterface({ input: child.stdout ?? process.stdin }), 'line')
  })
  await Promise.all(starting)
  proxy = await roundRobin(port, ports)
  return logs
}

describe.skipIf(missingPostgres !== undefined)('the reference with its state in PostgreSQL is conformant', () => {
  test.each<[Role, number]>([
    ['gateway', 1],
    ['gateway', 2],
    ['merchant', 2],
    ['kyc', 2],
  ])('%s, in %i processes', async (role, processes) => {
    const [port, counterpart] = [await freePort(), await freePort()]
    const listen = ['--listen', `127.0.0.1:${counterpart}`]
    expect(await codeOf('init', `http://127.0.0.1:${port}`, '--role', role, '--ocid', '1001', ...listen)).toBe(0)
    const logs = await serve(role, port, processes)
    const code = await codeOf('run', '--seed', '1', '--report', 'report')
    const report = JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8')) as Report
    const notPassed = report.clauses.filter(({ verdict }) => ['fail', 'warn', 'blocked'].includes(verdict))
    expect([code, report.verdict, notPassed.map(({ id }) => id)]).toEqual([0, 'conformant', []])
    // Each process has answered its share, and has kept its state.
    for (const log of logs) {
      expect(log.filter(line => line.includes('"answered"')).length).toBeGreaterThan(20)
      expect(log.filter(line => /was not saved|"level":50/.test(line))).toEqual([])
    }
  })
})

test('none of these is skipped where required', () => {
  expect(process.env.POSTGRES_TESTS === 'required' ? missingPostgres : undefined).toBeUndefined()
})
