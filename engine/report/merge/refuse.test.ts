import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../protocol/signature/hash.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { Report } from '../../../schemas/messages.ts'
import { signReport } from '../../certificate/sign-report.ts'
import { mergeShards } from './index.ts'
import { type Change, merge, put, removeAll, root, runFor, type Shards, shardsOf } from './merge.test.support.ts'

afterAll(removeAll)

/** Changes the second shard. */
const second = (change: (shard: Shards[number]) => Partial<Shards[number]>) => (shards: Shards) =>
  shards.map((shard, index) => (index === 1 ? { ...shard, ...change(shard) } : shard))

const ofReport = (change: (report: Report) => Partial<Report>) =>
  second(({ report }) => ({ report: { ...report, ...change(report) } }))

const ofRun = (run: Partial<Report['run']>) => ofReport(report => ({ run: { ...report.run, ...run } }))
const ofTarget = (target: Partial<Report['target']>) =>
  ofReport(report => ({ target: { ...report.target, ...target } }))

const ofFirst = (shards: Shards, target: Partial<Report['target']>): Shards =>
  shards.map((shard, index) =>
    index === 0 ? { ...shard, report: { ...shard.report, target: { ...shard.report.target, ...target } } } : shard,
  )

/** Changes the verdict of the first check or clause that has a different one. */
const mended = <T extends { verdict: string }>(all: readonly T[], from: string, to: T['verdict']): T[] => {
  const index = all.findIndex(({ verdict }) => verdict === from)
  return all.map((one, at) => (at === index ? { ...one, verdict: to } : one))
}

/** Gives the second shard other evidence, and its digest. */
const withEvidence = (lines: string) =>
  second(({ report }) => ({
    lines,
    report: { ...report, evidence: { file: 'exchanges.ndjson', digest: sha256Hex(lines) } },
  }))

const other = (change: Change) => (shards: Shards) => [...shards.slice(0, 2), ...shardsOf(3, change).slice(2)]

const cut = /^2\.json was cut or changed/

describe('refuses', () => {
  test.each<[string, (shards: Shards) => Shards, RegExp]>([
    ['a missing shard', shards => [...shards.slice(0, 1), ...shards.slice(2)], /^2\/3 is missing\.$/],
    ['several missing shards', shards => shards.slice(2), /^1\/3, 2\/3 are missing\.$/],
    ['a doubled shard', shards => [...shards, ...shards.slice(1, 2)], /2\.json and 4\.json are both shard 2\/3/],
    [
      'other counts',
      shards => [...shards.slice(0, 2), ...shardsOf(4).slice(2)],
      /1\.json is shard 1\/3, and 3\.json shard 3\/4/,
    ],
    ['a whole run', shards => [...shards, runFor()], /4\.json is the report of a whole run/],
    ['another seed', other({ settings: { seed: 2 } }), /differ in seed \(1 and 2\)/],
    ['another depth', other({ settings: { depth: 'standard' } }), /differ in depth/],
    ['another selection', other({ settings: { skip: ['META-01'] } }), /differ in selection/],
    ['other known failures', other({ settings: { knownFailing: ['META-01'] } }), /differ in known failures/],
    ['another target', ofTarget({ baseUrl: 'http://b.example' }), /differ in target/],
    ['another key', ofTarget({ publicKey: '00' }), /differ in key/],
    [
      'another profile',
      ofReport(({ profile }) => ({ profile: { ...profile, version: { value: '9', shownBy: '' } } })),
      /differ in profile, at "version"/,
    ],
    ['another register', ofRun({ register: '0' }), /with edition 0 of the register/],
    ['another harness', ofRun({ harness: '0.9.0' }), /written by oc-conformance 0\.9\.0/],
    ['a shard that cannot be', ofRun({ shard: '4/3' }), /2\.json: run\.shard cannot be "4\/3"/],
    ['its own verdict', ofReport(() => ({ verdict: 'conformant' })), cut],
    ['a check that was cut', ofReport(report => ({ checks: report.checks.slice(1) })), cut],
    ['a clause that was mended', ofReport(({ clauses }) => ({ clauses: mended(clauses, 'fail', 'pass') })), cut],
    ['a check that was mended', ofReport(report => ({ checks: mended(report.checks, 'fail', 'pass') })), cut],
    ['a check of another shard', ofReport(report => ({ checks: mended(report.checks, 'not-selected', 'pass') })), cut],
    [
      'changed evidence',
      second(({ lines }) => ({ lines: lines.replace('200', '201') })),
      /of 2\.json, is from another run/,
    ],
    [
      'cut evidence',
      second(({ lines }) => ({ lines: lines.slice(0, -20) })),
      /the evidence of 2\.json, was cut or changed/,
    ],
    ['evidence that no run writes', withEvidence('{"id":"1"}\n'), /the evidence of 2\.json, was cut or changed/],
    [
      'metadata that is not beside the report',
      shards => ofFirst(shards, { metadataFile: 'target-metadata.json' }),
      /a file of 1\.json, is not beside it/,
    ],
    ['evidence of another shard', second(() => ({ lines: shardsOf(3)[0]?.lines ?? '' })), /is from another run/],
    [
      'a picture that is not beside the report',
      ofReport(report => ({
        checks: report.checks.map(check => ({ ...check, page: { url: '', title: '', picture: '../../secret' } })),
      })),
      /"\.\.\/\.\.\/secret", a file of 2\.json, is not beside it/,
    ],
  ])('%s, and writes nothing', async (_, change, message) => {
    const reportDir = join(root, 'kept')
    await mkdir(reportDir, { recursive: true })
    await writeFile(join(reportDir, 'report.json'), 'kept')
    const before = (await readdir(root)).filter(name => name.startsWith('.'))
    await expect(merge(change(shardsOf(3)), reportDir)).rejects.toThrow(message)
    expect(await readFile(join(reportDir, 'report.json'), 'utf8')).toBe('kept')
    expect(await readdir(reportDir)).toEqual(['report.json'])
    expect((await readdir(root)).filter(name => name.startsWith('.'))).toEqual(before)
  })

  test('a signed shard with a changed byte', async () => {
    const key = generatePrivateKey()
    const sign = (shards: Shards) => shards.map(shard => ({ ...shard, report: signReport(shard.report, key) }))
    expect((await merge(sign(shardsOf(2)))).exitCode).toBe(1)
    const changed = ofTarget({ name: 'B' })(sign(shardsOf(2)))
    await expect(merge(changed)).rejects.toThrow('2.json was cut or changed')
  })

  test('the folder of a shard as its own', async () => {
    const [first, next] = await Promise.all(shardsOf(2).map(shard => put(shard)))
    if (!first || !next) throw new Error('no shard')
    await expect(mergeShards([first, next], { reportDir: first.folder })).rejects.toThrow(/in the folder of the merged/)
    expect(await readdir(first.folder)).toEqual(['exchanges.ndjson'])
  })
})
