import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../schemas/messages.ts'

const bin = fileURLToPath(new URL('../bin.ts', import.meta.url))
const full = '/dev/full'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-process-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Ended = { code: number | null; err: string }

/** Starts a command line whose standard output, or standard error, goes to a file. */
const start = (argv: readonly string[], files: { out?: string; err?: string } = {}) => {
  const [out, err] = [files.out, files.err].map(file => (file === undefined ? ('pipe' as const) : openSync(file, 'w')))
  const child = spawn(process.execPath, [bin, ...argv], { cwd: folder, stdio: ['ignore', out, err] })
  const printed = { err: '' }
  child.stdout?.resume()
  child.stderr?.on('data', (text: Buffer) => {
    printed.err += text
  })
  const ended = new Promise<Ended>(resolve => child.once('close', code => resolve({ code, err: printed.err })))
  return { child, ended, printed }
}

const certify = (name: string, ...more: string[]) =>
  ['run', '--reference', '--role', 'kyc', '--depth', 'quick', '--seed', '1', '--report', name, ...more] as const

const reportIn = async (name: string): Promise<Report> =>
  JSON.parse(await readFile(join(folder, name, 'report.json'), 'utf8'))

/** Resolves when a string was printed on standard error. */
const printed = (child: ChildProcess, text: string): Promise<void> =>
  new Promise(resolve => {
    let all = ''
    child.stderr?.on('data', (piece: Buffer) => {
      all += piece
      if (all.includes(text)) resolve()
    })
  })

describe.skipIf(!existsSync(full))('output that cannot be written', () => {
  test.each(['--help', '--version', 'clauses', 'explain AUTH-02', 'report --help', 'serve kyc'])(
    'ends with one line and 3: %s',
    async argv => {
      const { code, err } = await start(argv.split(' '), { out: full }).ended
      expect(err).toMatch(/^error: standard output was lost: there is no room left on the disk \(ENOSPC\)\. [^\n]+\n$/)
      expect(code).toBe(3)
    },
  )

  test('keeps the exit code of wrong usage', async () => {
    expect((await start(['--frob'], { out: full }).ended).code).toBe(2)
    expect((await start(['--frob'], { err: full }).ended).code).toBe(2)
  })

  test('of a run is lost, and its report is written', async () => {
    const { code, err } = await start(certify('lost', '--json'), { out: full }).ended
    expect(code).toBe(3)
    expect(err).toContain('error: standard output was lost')
    expect(err).not.toMatch(/\n\s+at /)
    expect((await reportIn('lost')).verdict).toBe('conformant')
  })

  test('of its progress alone changes no verdict', async () => {
    expect((await start(certify('quiet'), { err: full }).ended).code).toBe(0)
    expect((await reportIn('quiet')).verdict).toBe('conformant')
  })
})

describe('a signal', () => {
  test.each(['SIGHUP', 'SIGTERM', 'SIGINT'] as const)('%s ends a run with its report and 3', async signal => {
    const { child, ended } = start(certify(signal))
    await printed(child, 'checks of the bundled reference')
    child.kill(signal)
    expect((await ended).code).toBe(3)
    expect((await reportIn(signal)).run).toMatchObject({ interrupted: true, exitCode: 3 })
  })

  test('that arrives before a run has begun ends it with 3', async () => {
    const { child, ended } = start(certify('before'))
    await printed(child, 'seed 1, quick')
    child.kill('SIGTERM')
    expect((await ended).code).toBe(3)
  })
})

test('a second run into the same folder is refused, and leaves the first alone', async () => {
  const first = start(certify('shared', '--depth', 'standard'))
  await printed(first.child, 'checks of the bundled reference')
  const second = await start(certify('shared')).ended
  expect(second.code).toBe(2)
  expect(second.err).toContain(`process ${first.child.pid} on`)
  expect(second.err).toContain('give --report another folder')
  expect((await first.ended).code).toBe(0)
  const lines = (await readFile(join(folder, 'shared', 'exchanges.ndjson'), 'utf8')).trimEnd().split('\n')
  const ids = lines.map(text => JSON.parse(text).id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('a config that does not end as it should', () => {
  test.each([
    [
      'waits.mjs',
      'await new Promise(() => {}); export default {}',
      /does not finish loading\.\nCheck its top-level await/,
    ],
    ['thenable.mjs', 'export const then = () => {}', /does not finish loading\.\nCheck its top-level await/],
    ['leaves.mjs', 'process.exit(0)', /ends this process\.\nLeave out the call of process\.exit\.\n$/],
    ['refuses.mjs', 'process.exit(1)', /ends this process\.\nLeave out the call of process\.exit\.\n$/],
  ])('is wrong usage: %s', async (name, source, message) => {
    await writeFile(join(folder, name), source)
    const { code, err } = await start(['run', '--config', name]).ended
    expect(err).toMatch(message)
    expect(code).toBe(2)
  })
})
