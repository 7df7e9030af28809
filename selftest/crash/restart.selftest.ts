import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Role, roles } from '../../protocol/operations.ts'
import { freePort } from '../../sandbox/free-port.ts'
import { openDatabase } from '../../sandbox/state/open-database.ts'
import type { Report } from '../../schemas/messages.ts'
import { rowsOf } from './load.ts'

const program = fileURLToPath(new URL('../../bin.ts', import.meta.url))

/** The tables that a role never forgets, and the requests it answers before it is killed. */
const kept: Readonly<Record<Role, { tables: readonly string[]; requests: number }>> = {
  gateway: { tables: ['transactions', 'usedProofs'], requests: 300 },
  merchant: { tables: ['orders', 'usedTransactions'], requests: 150 },
  kyc: { tables: ['requests', 'decisions'], requests: 150 },
}

let folder = ''
const started = new Set<ChildProcess>()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oc-conformance-restart-'))
})

afterEach(async () => {
  await Promise.all([...started].map(kill))
  rmSync(folder, { recursive: true, force: true })
})

const oc = (...argv: string[]): ChildProcess => {
  const child = spawn(process.execPath, [program, ...argv], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const linesOf = (stream: NodeJS.ReadableStream | null) => createInterface({ input: stream ?? process.stdin })

/** Resolves when, by its log, a role has answered this many requests. */
const answered = (child: ChildProcess, requests: number): Promise<void> =>
  new Promise(resolve => {
    let count = 0
    linesOf(child.stderr).on('line', line => {
      if (line.includes('"answered"') && ++count === requests) resolve()
    })
  })

/** Runs a command line; returns its exit code. */
const codeOf = async (...argv: string[]): Promise<number> => {
  const child = oc(...argv)
  for (const stream of [child.stdout, child.stderr]) stream?.resume()
  const [code] = await once(child, 'exit')
  return code as number
}

/** Returns the keys of each table in the file of a role that was killed. */
const keysOf = (role: Role): Set<string> => {
  const database = openDatabase(join(folder, 'state', `${role}.db`))
  try {
    return new Set(kept[role].tables.flatMap(name => rowsOf(database, name).map(([key]) => `${name} ${key}`)))
  } finally {
    database.close()
  }
}

describe('a sandbox that is killed while it is certified', () => {
  test.each(roles)('%s: starts with its state, and is conformant', async role => {
    const [port, counterpart] = [await freePort(), await freePort()].map(String)
    const listen = ['--listen', `127.0.0.1:${counterpart}`]
    expect(await codeOf('init', `http://127.0.0.1:${port}`, '--role', role, '--ocid', '1001', ...listen)).toBe(0)
    const serve = async (): Promise<ChildProcess> => {
      const options = ['--port', `${port}`, '--ocid', '1001', '--data', 'state', '--provisioning', 'provisioning.json']
      const child = oc('serve', role, ...options, '--logs')
      await once(linesOf(child.stdout), 'line')
      return child
    }
    const first = await serve()
    const run = oc('run', '--depth', 'quick', '--report', 'interrupted')
    await answered(first, kept[role].requests)
    await Promise.all([kill(first), kill(run)])
    const before = keysOf(role)
    expect(before.size).toBeGreaterThan(0)

    const second = await serve()
    second.stderr?.resume()
    expect(await codeOf('run', '--depth', 'quick')).toBe(0)
    await kill(second)
    const report = JSON.parse(readFileSync(join(folder, 'conformance-report', 'report.json'), 'utf8')) as Report
    expect(report.verdict).toBe('conformant')
    const after = keysOf(role)
    expect([...before].filter(key => !after.has(key))).toEqual([])
    expect(after.size).toBeGreaterThan(before.size)
  })
})
