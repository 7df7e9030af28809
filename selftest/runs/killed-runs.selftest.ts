import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pause } from '../../harness/pause.ts'
import { type Role, roles } from '../../protocol/operations.ts'
import type { Report } from '../../schemas/messages.ts'
import { isWhole } from '../size.ts'

const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))

/** The number of runs to kill, each at a different moment. */
const moments = isWhole ? 20 : 3

/** After this many milliseconds, a run counts as hung. */
const longestMs = 180_000

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-killed-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = (role: Role, name: string, ...more: string[]): ChildProcess =>
  spawn(
    process.execPath,
    [bin, 'run', '--reference', '--role', role, '--depth', 'quick', '--seed', '7', '--report', name, ...more],
    { cwd: folder, stdio: 'ignore', timeout: longestMs, killSignal: 'SIGKILL' },
  )

const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise(resolve => child.once('exit', code => resolve(code)))

const verdictsIn = async (name: string): Promise<unknown> => {
  const report: Report = JSON.parse(await readFile(join(folder, name, 'report.json'), 'utf8'))
  return { verdict: report.verdict, clauses: report.clauses.map(({ id, verdict }) => [id, verdict]) }
}

/** The verdicts and the duration of a run that is not killed. */
const wholeRuns = new Map<Role, Promise<{ verdicts: unknown; ms: number }>>()
const wholeRun = (role: Role) => {
  const known = wholeRuns.get(role)
  if (known) return known
  const run = (async () => {
    const began = performance.now()
    expect(await endOf(start(role, `${role}-whole`))).toBe(0)
    return { verdicts: await verdictsIn(`${role}-whole`), ms: performance.now() - began }
  })()
  wholeRuns.set(role, run)
  return run
}

/** Resumes a run until it ends; one killed before its start begins now. */
const resume = async (role: Role, name: string): Promise<number | null> => {
  const code = await endOf(start(role, name, '--resume'))
  return code === 2 ? endOf(start(role, name)) : code
}

describe('a run that is killed', () => {
  test.each(Array.from({ length: moments }, (_, index) => ({ index, role: roles[index % roles.length] ?? 'gateway' })))(
    'and resumed has the verdicts of an uninterrupted one: $index, $role',
    { timeout: 3 * longestMs },
    async ({ index, role }) => {
      const { verdicts, ms } = await wholeRun(role)
      const name = `${role}-${index}`
      const child = start(role, name)
      const ended = endOf(child)
      const moment = Math.random() * ms
      await pause(moment)
      child.kill('SIGKILL')
      await ended
      expect(await resume(role, name), `killed after ${Math.round(moment)} ms`).toBe(0)
      expect(await verdictsIn(name), `killed after ${Math.round(moment)} ms`).toEqual(verdicts)
    },
  )
})
