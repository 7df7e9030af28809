import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import { prepareFolder } from '../report/write-report.ts'
import { signer, writeSignedReport } from './signed-report.test.support.ts'
import { isStatementOf, statementOf, statementText } from './statement.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statement-'))
})
afterAll(() => rm(folder, { recursive: true }))

const fileOf = (...names: string[]) => readFile(join(folder, ...names), 'utf8')

test('names the files of a report by their digests, and is beside it', async () => {
  const { report } = await writeSignedReport(folder, { role: 'kyc' })
  const { _type, predicateType, subject, predicate } = statementOf(report)
  expect([_type, predicateType]).toEqual([
    'https://in-toto.io/Statement/v1',
    'https://in-toto.io/attestation/test-result/v0.1',
  ])
  for (const { name, digest } of subject) expect(digest.sha256).toBe(sha256Hex(await fileOf(name)))
  expect(subject.map(({ name }) => name)).toEqual(['report.json', 'exchanges.ndjson', 'target-metadata.json'])
  expect(predicate).toMatchObject({ result: 'PASSED', failedTests: [] })
  expect(predicate.passedTests).toHaveLength(report.checks.length)
  const text = await fileOf('report.intoto.json')
  expect(text).toBe(statementText(report, signer))
  expect(isStatementOf(report, text)).toBe(true)
  expect(isStatementOf({ ...report, verdict: 'incomplete' }, text)).toBe(false)
  expect(isStatementOf(report, '{')).toBe(false)
})

test('only a conformant run has passed', async () => {
  const { report } = await writeSignedReport(folder, { role: 'kyc' })
  const resultOf = (changes: Partial<typeof report>) => statementOf({ ...report, ...changes }).predicate.result
  for (const verdict of ['non-conformant', 'incomplete', 'partial'] as const)
    expect(resultOf({ verdict })).toBe('FAILED')
  const [first, ...others] = report.clauses
  expect(resultOf({ clauses: first ? [{ ...first, verdict: 'warn' }, ...others] : [] })).toBe('WARNED')
})

test('of an earlier run is deleted when a new one begins', async () => {
  await writeSignedReport(folder, { role: 'kyc' })
  await prepareFolder(folder)
  expect(await readdir(folder)).toEqual(['exchanges.ndjson'])
})
