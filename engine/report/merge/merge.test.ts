import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../protocol/signature/hash.ts'
import type { Report } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { shardOf } from '../../checks/selection.ts'
import { runOf } from '../run-of.test.support.ts'
import { mergeShards } from './index.ts'
import { checks, ids, merge, outcomes, put, removeAll, root, runFor, shardsOf } from './merge.test.support.ts'

afterAll(removeAll)

const comparable = ({ verdict, counts, clauses, checks: found, observations, notTried }: Report) => ({
  verdict,
  counts,
  clauses,
  checks: found.map(({ exchange: _, exchanges: _ids, reproduce: _command, ...check }) => check),
  observations,
  notTried,
})

describe('merged shards', () => {
  test.each([1, 2, 3, 7])('%d of them are as one run', async of => {
    const { report, exitCode } = await merge(shardsOf(of).toReversed())
    const whole = runFor()
    expect(comparable(report)).toEqual(comparable(whole.report))
    expect(JSON.stringify(report.clauses)).toBe(JSON.stringify(whole.report.clauses))
    expect(JSON.stringify(report.counts)).toBe(JSON.stringify(whole.report.counts))
    expect({ exitCode, inReport: report.run.exitCode }).toEqual({ exitCode: 1, inReport: 1 })
    expect(violations('report', JSON.parse(JSON.stringify(report)))).toEqual([])
    expect(report.run).toMatchObject({ seconds: expect.closeTo(4.2 * of), shards: of, requests: checks.length })
    expect(report.run).not.toHaveProperty('shard')
    expect(report.run).not.toHaveProperty('selection')
  })

  const entry = (id: string) => ({ id, at: 'known:1', reason: 'x', isExpired: false })
  /** A must clause that is decided by checks of several shards. */
  const passingClause =
    runFor().report.clauses.find(
      ({ level, verdict, checks }) => level === 'must' && verdict === 'pass' && checks.length > 2,
    )?.id ?? ''
  const failing = ids.filter((_, index) => outcomes[index % outcomes.length] === 'fail')
  test.each([
    [{ knownFailing: failing }],
    [{ knownFailing: failing, failOn: 'should' as const }],
    [{ skip: failing }],
    [{ only: ['META-*'] }],
    [{ only: ['META-01'] }],
    [{ knownFailing: failing, knownFailures: failing.map(entry) }],
    [{ knownFailing: failing, knownFailures: [...failing, 'CHECKOUT-04'].map(entry) }],
    [{ knownFailing: failing, knownFailures: [...failing, passingClause].map(entry) }],
    [{ knownFailing: [], knownFailures: failing.map(id => ({ ...entry(id), isExpired: true })) }],
  ])('exit with the code of the run with %o', async settings => {
    const { report, exitCode } = await merge(shardsOf(3, { settings }))
    const whole = runFor(settings)
    expect(comparable(report)).toEqual(comparable(whole.report))
    expect(exitCode).toBe(whole.exitCode)
    expect(report.run.selection).toEqual(whole.report.run.selection)
    expect(report.run.knownFailures).toEqual(whole.report.run.knownFailures)
  })

  test('an interrupted shard makes the run incomplete', async () => {
    const settings = { knownFailing: failing }
    const shards = [
      ...shardsOf(3, { settings }).slice(0, 2),
      ...shardsOf(3, { settings, changes: { interrupted: true } }).slice(2),
    ]
    const { report, exitCode } = await merge(shards)
    expect({ interrupted: report.run.interrupted, exitCode }).toEqual({ interrupted: true, exitCode: 3 })
  })

  test('a preflight that stopped a shard decides the exit code', async () => {
    const whole = runOf(checks, () => 'pass')
    const stopped = {
      results: [],
      facts: { ...whole.facts, preflight: { ...whole.facts.preflight, stop: 2 as const } },
    }
    const shards = [...shardsOf(3).slice(0, 2), ...shardsOf(3, { changes: stopped }).slice(2)]
    expect(await merge(shards)).toMatchObject({ exitCode: 2, report: { run: { stopped: 2 } } })
  })

  test('keep their evidence and pictures under new names', async () => {
    const shards = shardsOf(2)
    const given = await Promise.all(shards.map((shard, index) => put(shard, `${index + 1}.json`)))
    for (const { report, folder } of given) {
      const check = report.checks.find(({ verdict }) => verdict === 'fail')
      if (check) check.page = { url: 'http://a.example/', title: 'A', picture: 'pages/1.jpg' }
      await mkdir(join(folder, 'pages'))
      await writeFile(join(folder, 'pages', '1.jpg'), folder)
      if (report.evidence) report.evidence.pictures = [{ file: 'pages/1.jpg', digest: sha256Hex(folder) }]
      await writeFile(join(folder, 'target-metadata.json'), '{}')
      report.target = { ...report.target, metadataFile: 'target-metadata.json', metadataDigest: sha256Hex('{}') }
    }
    const [first, ...others] = given
    if (!first) throw new Error('no shard')
    const reportDir = join(root, 'with-pictures')
    const { report } = await mergeShards([first, ...others], { reportDir })
    const text = await readFile(join(reportDir, 'exchanges.ndjson'), 'utf8')
    expect(report.evidence).toMatchObject({ file: 'exchanges.ndjson', digest: sha256Hex(text) })
    const exchanges: { id: string; check: string }[] = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    for (const { id, exchanges: own } of report.checks)
      expect(exchanges.filter(({ check }) => check === id).map(exchange => exchange.id)).toEqual(own)
    expect(new Set(exchanges.map(({ id }) => id)).size).toBe(checks.length)
    const pictures = report.checks.flatMap(({ id, page }) => (page?.picture ? [{ id, picture: page.picture }] : []))
    expect(pictures.map(({ picture }) => picture).sort()).toEqual(['pages/1.jpg', 'pages/2.jpg'])
    for (const { id, picture } of pictures)
      expect(await readFile(join(reportDir, picture), 'utf8')).toBe(given[shardOf(id, 2) - 1]?.folder)
    expect((await readdir(reportDir)).sort()).toEqual([
      'exchanges.ndjson',
      'pages',
      'report.html',
      'report.json',
      'target-metadata.json',
    ])
    expect(JSON.parse(await readFile(join(reportDir, 'report.json'), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(report)),
    )
  })

  test('show the challenge of the first shard in which the target signed something', async () => {
    const challenge = { value: '0'.repeat(20), nonce: '0'.repeat(32), drawn: '2026-01-01T00:00:00.000Z' }
    const payload = {
      what: 'order' as const,
      exchange: '3',
      canonical: '{}',
      signature: '00',
      publicKey: '0'.repeat(128),
    }
    const shards = shardsOf(3).map((shard, index) => {
      const signed = index === 0 ? {} : { signed: { ...payload, encoding: 'compact-hex' as const } }
      return { ...shard, report: { ...shard.report, challenge: { ...challenge, ...signed } } }
    })
    const { report } = await merge(shards)
    expect(report.challenge).toMatchObject({ ...challenge, signed: { ...payload, exchange: '2-3' } })
  })

  test('of the bundled reference may have other ports and keys', async () => {
    const repeat = ['--reference', '--role', 'kyc']
    const shards = shardsOf(2, { settings: { repeat } })
    const moved = shards.map(({ report, ...rest }, index) => {
      const target = { ...report.target, baseUrl: `http://127.0.0.1:${index + 1}`, publicKey: `0${index}` }
      return { ...rest, report: { ...report, target } }
    })
    expect((await merge(moved)).exitCode).toBe(1)
  })
})
