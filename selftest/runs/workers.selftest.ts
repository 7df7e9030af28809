import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSignedWhole } from '../../engine/certificate/sign-report.ts'
import { certifySideBySide } from '../../engine/multi-target/side-by-side.ts'
import type { Certified } from '../../engine/processes/messages.ts'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import type { Report } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-workers-'))
})
afterAll(() => rm(folder, { recursive: true }))

const certify = async (changes: Partial<RunSettings>, signal = new AbortController().signal): Promise<Certified> => {
  const { promise, resolve } = Promise.withResolvers<Certified>()
  const settings = { ...plainSettings, reference: 'kyc' as const, ...changes }
  await certifySideBySide([{ settings, hooks: {} }], signal, (_index, certified) => resolve(certified))
  return promise
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

test('two workers find the same as one, in one report', { timeout: 300_000 }, async () => {
  const [alone, together] = [join(folder, 'alone'), join(folder, 'together')]
  const one = await certify({ reportDir: alone })
  const two = await certify({ reportDir: together, workers: 2, signWith: generatePrivateKey(), budgetMs: 600_000 })
  expect([two.report.verdict, two.exitCode]).toEqual([one.report.verdict, one.exitCode])
  expect(JSON.stringify(two.report.counts)).toBe(JSON.stringify(one.report.counts))
  expect(JSON.stringify(two.report.clauses)).toBe(JSON.stringify(one.report.clauses))
  const verdicts = ({ checks }: Report) => checks.map(({ id, verdict }) => [id, verdict])
  expect(verdicts(two.report)).toEqual(verdicts(one.report))
  expect(two.report.run).toMatchObject({ workers: 2, seed: 1, budgetSeconds: 600 })
  expect(two.report.run).not.toHaveProperty('shards')
  expect(two.report.checks[0]?.reproduce).not.toContain('workers')
  expect(isSignedWhole(two.report)).toBe(true)
  expect(violations('report', JSON.parse(await readFile(join(together, 'report.json'), 'utf8')))).toEqual([])
  expect(await readdir(together)).not.toContain('workers')
})

test('an interrupt ends all workers with one incomplete report', { timeout: 120_000 }, async () => {
  const reportDir = join(folder, 'interrupted')
  const { report, exitCode } = await certify({ reportDir, workers: 2 }, AbortSignal.abort())
  expect([report.verdict, report.run.interrupted, report.run.workers, exitCode]).toEqual(['incomplete', true, 2, 3])
  expect(await isThere(join(reportDir, 'report.html'))).toBe(true)
})
