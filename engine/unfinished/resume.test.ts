import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceProfile } from '../../protocol/profile.ts'
import { registerVersion } from '../../protocol/requirements/index.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { certify } from '../run.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { startReference } from '../target/reference-target.ts'
import { version } from '../version.ts'
import { isTriedAgain, withEarlier } from './earlier-parts.ts'
import { factsFor } from './facts.test.support.ts'
import { hasUnfinished, openUnfinished, readUnfinished, removeUnfinished } from './file.ts'
import { settingsToResume } from './plan.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfinished-'))
})
afterAll(() => rm(folder, { recursive: true }))

const resultOf = (id: string, outcome: CheckResult['outcome'] = 'pass'): CheckResult => ({
  id,
  outcome,
  seconds: 0,
  observations: [],
  exchanges: [],
})

test('an interrupted run continues, and has one report', { timeout: 120_000 }, async () => {
  const reportDir = join(folder, 'whole')
  const wanted = { ...plainSettings, only: ['META-*', 'SIG-*'], seed: 7, reportDir }
  const reference = await startReference(wanted, 'kyc')
  const certifyPart = async (settings: RunSettings, most: number) => {
    const tried: string[] = []
    const controller = new AbortController()
    const onCheck = ({ id, verdict }: { id: string; verdict: string }) => {
      if (verdict !== 'blocked' && tried.push(id) === most) controller.abort()
    }
    return { tried, ...(await certify(settings, { signal: controller.signal, onCheck })) }
  }
  try {
    const first = await certifyPart(reference.settings, 2)
    expect(first.exitCode).toBe(3)
    expect(hasUnfinished(reportDir)).toBe(true)
    // The partial line that a killed process leaves.
    await appendFile(join(reportDir, 'unfinished.ndjson'), '{"result":{"id":"')
    await appendFile(join(reportDir, 'exchanges.ndjson'), '{"id":"99","che')
    const resumed = settingsToResume({ ...reference.settings, seed: 8 }, await readUnfinished(reportDir))
    const second = await certifyPart(resumed, Number.POSITIVE_INFINITY)
    const { report } = second
    expect(second.exitCode).toBe(0)
    expect(report.run).toMatchObject({ seed: 7, resumed: [expect.any(String)] })
    expect(report.run.interrupted).toBeUndefined()
    const decided = report.checks.filter(({ verdict }) => verdict !== 'not-selected').map(({ id }) => id)
    expect(new Set([...first.tried, ...second.tried])).toEqual(new Set(decided))
    expect(first.tried.filter(id => second.tried.includes(id))).toEqual([])
    expect(report.checks.filter(({ verdict }) => verdict === 'blocked')).toEqual([])
    const lines = (await readFile(join(reportDir, 'exchanges.ndjson'), 'utf8')).trimEnd().split('\n')
    const ids = lines.map(line => (JSON.parse(line) as { id: string }).id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.some(id => id.startsWith('2.'))).toBe(true)
    expect(hasUnfinished(reportDir)).toBe(false)
  } finally {
    await reference.close()
  }
})

const part = { harness: version, register: registerVersion }

describe('the parts of a run', () => {
  const settings: RunSettings = {
    ...plainSettings,
    target: { baseUrl: 'http://127.0.0.1:4010', environment: 'test' },
    repeat: ['http://127.0.0.1:4010'],
  }
  const keepPart = (reportDir: string, results: CheckResult[]) => {
    const keep = openUnfinished({ ...settings, reportDir }, new Date())
    for (const result of results) keep(result, factsFor(settings))
  }

  test('are read together, and the later result of a check counts', async () => {
    await removeUnfinished(folder)
    keepPart(folder, [resultOf('one'), resultOf('two', 'blocked')])
    keepPart(folder, [resultOf('two', 'fail')])
    const { earlier } = await readUnfinished(folder)
    expect(earlier.starts.length).toBe(2)
    expect(earlier.results.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['one', 'pass'],
      ['two', 'fail'],
    ])
    expect(withEarlier(earlier, [resultOf('one', 'fail')]).map(({ outcome }) => outcome)).toEqual(['fail', 'fail'])
  })

  test('leave checks that cite exchanges missing on the disk to the next part', async () => {
    const reportDir = await mkdtemp(join(folder, 'killed-'))
    const exchange = {
      ...{ id: '7', check: 'one', direction: 'sent', at: '', ms: 1 },
      request: { method: 'GET', url: '', headers: [], bodyBytes: 0 },
    }
    await writeFile(join(reportDir, 'exchanges.ndjson'), `${JSON.stringify(exchange)}\n{"id":"8`)
    keepPart(reportDir, [
      { ...resultOf('one'), exchanges: ['7'] },
      { ...resultOf('two'), exchanges: ['7', '8'] },
    ])
    const { earlier } = await readUnfinished(reportDir)
    expect(earlier.results.map(({ id }) => id)).toEqual(['one'])
  })

  test('leave checks that were blocked, review the run, or were not tried to the next part', () => {
    const earlier = { starts: [''], seconds: 1, results: [resultOf('one'), resultOf('two', 'blocked')] }
    const isAgain = (id: string, last = false) => isTriedAgain(earlier, { id, last })
    expect([isAgain('one'), isAgain('one', true), isAgain('two'), isAgain('three')]).toEqual([false, true, true, true])
  })

  test.each([
    'null',
    '[]',
    '{}',
    '{"part":null}',
    `{"part":${JSON.stringify({ ...part, plan: 1, started: '2026-01-01' })}}`,
    `{"part":${JSON.stringify({ ...part, plan: {}, started: { toString: 1 } })}}`,
    '{"result":{"id":1,"outcome":"pass","seconds":1,"observations":[],"exchanges":[]},"ms":1}',
    '{"result":{"id":"a","outcome":"splendid","seconds":1,"observations":[],"exchanges":[]},"ms":1}',
    '{"result":{"id":"a","outcome":"pass","seconds":1,"observations":[1],"exchanges":[]},"ms":1}',
    '{"result":{"id":"a","outcome":"pass","seconds":1,"observations":[],"exchanges":{}},"ms":1}',
  ])('are refused where a line is %s', async line => {
    await removeUnfinished(folder)
    keepPart(folder, [resultOf('one')])
    await appendFile(join(folder, 'unfinished.ndjson'), `${line}\n`)
    await expect(readUnfinished(folder)).rejects.toThrow('is damaged')
  })

  const head = { target: {}, run: { repeat: [] } }
  test.each([
    { head: { ...head, run: { repeat: 1 } } },
    { head: { ...head, target: { baseUrl: {} } } },
    { seed: {} },
    { shard: null },
    { depth: ['quick'] },
  ])('are refused where their plan has %j', async changes => {
    await removeUnfinished(folder)
    keepPart(folder, [resultOf('one')])
    const { plan, earlier } = await readUnfinished(folder)
    const changed = JSON.parse(JSON.stringify({ ...plan, ...changes }))
    const { head: _head, ...headless } = earlier
    expect(() => settingsToResume(settings, { plan: changed, earlier: headless })).toThrow('is damaged')
  })

  test.runIf(process.platform === 'linux')('are not read from a pipe or a device', async () => {
    for (const make of [
      (path: string) => execFileSync('mkfifo', [path]),
      (path: string) => symlink('/dev/zero', path),
    ]) {
      await removeUnfinished(folder)
      await make(join(folder, 'unfinished.ndjson'))
      await expect(readUnfinished(folder)).rejects.toThrow('holds no run that was interrupted')
    }
    await removeUnfinished(folder)
  })

  test.each<[string, Partial<RunSettings>, RegExp]>([
    [
      'target',
      { target: { baseUrl: 'http://127.0.0.1:4011', environment: 'test' } },
      /4010" there, and now "http.*4011"/,
    ],
    [
      'target',
      { target: { baseUrl: 'http://127.0.0.1:4010', environment: 'test' }, repeat: ['--reference'] },
      /target/,
    ],
    ['environment', { environment: 'production' }, /"test" there, and now "production"/],
    ['OCID', { target: { baseUrl: 'http://127.0.0.1:4010', environment: 'test', ocid: 7 } }, /none there, and now 7/],
    ['role', { target: { baseUrl: 'http://127.0.0.1:4010', environment: 'test', role: 'gateway' } }, /"kyc" there/],
    [
      'profile',
      { profile: { ...referenceProfile, version: '9' } },
      /profile, at "version" \(".*" there, and now "9"\)/,
    ],
  ])('belong to one %s: %j', async (_, changes, message) => {
    await removeUnfinished(folder)
    keepPart(folder, [resultOf('one')])
    const unfinished = await readUnfinished(folder)
    expect(() => settingsToResume({ ...settings, ...changes }, unfinished)).toThrow(message)
  })

  test('are not those of the bundled reference, which is started anew', async () => {
    await removeUnfinished(folder)
    keepPart(folder, [resultOf('one')])
    const { target: _target, repeat: _repeat, ...reference } = settings
    const unfinished = await readUnfinished(folder)
    expect(() => settingsToResume({ ...reference, reference: 'kyc' }, unfinished)).toThrow(
      'now "the bundled reference"',
    )
  })

  test('that have results and no target are damaged', async () => {
    await removeUnfinished(folder)
    const keep = openUnfinished({ ...settings, reportDir: folder }, new Date())
    keep(resultOf('one'), factsFor(settings))
    const file = join(folder, 'unfinished.ndjson')
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, lines.filter(line => !line.startsWith('{"head"')).join('\n'))
    await expect(readUnfinished(folder)).rejects.toThrow('is damaged')
  })

  test.each([
    ['', 'holds no run that was interrupted'],
    ['nonsense\n', 'is damaged'],
    ['{"part":{"harness":"0.0.1","register":"2"}}\n', 'another version of this program'],
  ])('that cannot be read are refused: %j', async (text, message) => {
    await removeUnfinished(folder)
    await appendFile(join(folder, 'unfinished.ndjson'), text)
    await expect(readUnfinished(folder)).rejects.toThrow(message)
  })

  test('that do not exist are refused', async () => {
    await expect(readUnfinished(join(folder, 'nowhere'))).rejects.toThrow('holds no run that was interrupted')
  })
})
