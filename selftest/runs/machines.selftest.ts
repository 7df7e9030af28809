import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))

let folder = ''
const mounted: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-machines-'))
})
afterAll(async () => {
  for (const path of mounted) execFileSync('umount', ['-l', path])
  await rm(folder, { recursive: true, force: true })
})

type Surroundings = { limits?: string; env?: Record<string, string | undefined> }
type Ended = { code: number; out: string; err: string }

/** Runs a command line in a shell with limits and environment variables. */
const run = (argv: readonly string[], { limits = 'true', env = {} }: Surroundings = {}): Promise<Ended> =>
  new Promise(resolve => {
    const path = `${dirname(process.execPath)}:${process.env.PATH}`
    const options = {
      cwd: folder,
      env: { ...process.env, PATH: path, ...env },
      timeout: 120_000,
      killSignal: 'SIGKILL' as const,
    }
    execFile('sh', ['-c', `${limits}; exec node "$@"`, 'sh', bin, ...argv], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    )
  })

const certify = (role: string, report: string, ...more: string[]) =>
  ['run', '--reference', '--role', role, '--depth', 'quick', '--seed', '1', '--report', report, ...more] as const

/** Expects exit code 2 or 3 and a sentence with its remedy, not a bug report. */
const expectExplained = ({ code, err }: Ended, sentence: RegExp): void => {
  expect([2, 3]).toContain(code)
  expect(err).toMatch(sentence)
  expect(err).not.toMatch(/\n\s+at |this is a bug/)
}

/** Mounts a small private file system; undefined where only root may. */
const mount = async (name: string, options: string): Promise<string | undefined> => {
  const path = join(folder, name)
  await mkdir(path)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status !== 0) return undefined
  mounted.push(path)
  return path
}

describe('a disk that is full', () => {
  test.each(['256k', '1m'])('ends a run with a report of its findings: %s', async size => {
    const disk = await mount(`disk-${size}`, `size=${size}`)
    if (disk === undefined) return console.warn('Only root can mount a disk: left out.')
    const ended = await run(certify('gateway', join(disk, 'report')))
    expectExplained(ended, /error: .*there is no room left on the disk \(ENOSPC\)\.\n/)
    expect(ended.code).toBe(3)
    const text = await readFile(join(disk, 'report', 'report.json'), 'utf8').catch(() => undefined)
    // The report is written whole, or not at all if there is no room for it.
    if (size === '256k' && text === undefined) return expect(ended.out).toContain('INCOMPLETE')
    expect(JSON.parse(text ?? '')).toMatchObject({ verdict: 'incomplete', run: { interrupted: true, exitCode: 3 } })
  })

  test('is named in the error of every command that writes', async () => {
    const disk = await mount('full', 'size=64k')
    if (disk === undefined) return console.warn('Only root can mount a disk: left out.')
    await run(certify('kyc', 'whole'))
    await writeFile(join(disk, 'fill'), Buffer.alloc(65_536)).catch(() => undefined)
    const commands = [
      certify('kyc', join(disk, 'report')),
      ['init', '--role', 'kyc', '--ocid', '1003', '--dir', join(disk, 'init')],
      ['report', 'render', 'whole', '--to', 'html', '--output', join(disk, 'page.html')],
      ['serve', 'kyc', '--data', join(disk, 'data')],
    ]
    for (const command of commands) expectExplained(await run(command), /ENOSPC|no room|Make room/)
  })
})

describe('a machine', () => {
  test('that lets a program open 64 files is reported', async () => {
    expectExplained(
      await run(certify('kyc', 'files'), { limits: 'ulimit -n 64' }),
      /error: a program may open 64 files/,
    )
  })

  test('with little memory still certifies, and with less is reported', async () => {
    const memory = (mb: number) => ({ env: { NODE_OPTIONS: `--max-old-space-size=${mb}` } })
    expect((await run(certify('gateway', 'memory'), memory(128))).code).toBe(0)
    expectExplained(await run(certify('gateway', 'memory'), memory(32)), /error: Node may use \d+ MB of memory here/)
  })

  test.each(['/proc/report', '/dev/null/report'])('without such a folder is reported: %s', async report => {
    if (!existsSync('/proc/self')) return
    const ended = await run(certify('kyc', report))
    expectExplained(ended, /error: the report folder .* cannot be written/)
    expect(ended.code).toBe(2)
  })

  test('with a read-only folder is reported', async () => {
    const disk = await mount('read-only', 'ro')
    const path = disk ?? join(folder, 'read-only')
    await chmod(path, 0o555).catch(() => undefined)
    const ended = await run(certify('kyc', join(path, 'report')))
    expectExplained(ended, /error: the report folder .* cannot be written \((EROFS|EACCES)\)\.\n/)
    expect(ended.code).toBe(2)
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['no home and no folder for temporary files', { HOME: undefined, TMPDIR: undefined }],
    ['neither of them there', { HOME: '/nonexistent', TMPDIR: '/nonexistent' }],
    ['neither of them taking files', { HOME: '/proc', TMPDIR: '/proc' }],
  ])('with %s certifies', async (_, env) => {
    expect((await run(certify('kyc', 'home'), { env })).code).toBe(0)
  })

  test.each([
    ['Asia/Kathmandu', 'tr_TR.UTF-8'],
    ['Pacific/Apia', 'ar_EG.UTF-8'],
    ['America/St_Johns', 'ja_JP.UTF-8'],
  ])('in %s, that speaks %s, certifies', async (zone, language) => {
    const env = { TZ: zone, LANG: language, LC_ALL: language }
    for (const role of ['gateway', 'merchant', 'kyc'])
      expect((await run(certify(role, `zone-${role}`), { env })).code).toBe(0)
  })
})
