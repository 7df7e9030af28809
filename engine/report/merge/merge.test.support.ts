import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../../../protocol/signature/hash.ts'
import type { Report } from '../../../schemas/messages.ts'
import { checksOf } from '../../../suites/index.ts'
import type { CheckResult } from '../../checks/run-check.ts'
import { selects } from '../../checks/selection.ts'
import { plainSettings } from '../../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../../settings/settings.ts'
import type { Outcome } from '../../verdicts.ts'
import { assemble } from '../assemble.ts'
import { runOf } from '../run-of.test.support.ts'
import type { RunOutcome } from '../run-outcome.ts'
import { mergeShards, type ShardReport } from './index.ts'

export const checks = checksOf('kyc')
export const ids = checks.map(({ id }) => id)
/** How checks end, in turn. */
export const outcomes: readonly Outcome[] = ['fail', 'blocked', 'not-applicable', 'pass', 'pass', 'pass', 'pass']

/** The findings of a check, the same in every run. */
const resultOf = (result: CheckResult): CheckResult => {
  const index = ids.indexOf(result.id)
  const outcome = outcomes[index % outcomes.length] ?? 'pass'
  const isTried = outcome === 'pass' || outcome === 'fail'
  return {
    ...result,
    outcome,
    ...(isTried ? {} : { reason: `Order of merchant-0123456789ab-${index}: none is left.` }),
    ...(outcome === 'fail' ? { message: 'It was taken.', exchange: String(index) } : {}),
    ...(index % 5 === 0 ? { untried: [`The ${index}th part.`], observations: [{ value: index }] } : {}),
    exchanges: [String(index)],
  }
}

const evidenceOf = (checkIds: readonly string[]) =>
  checkIds
    .map(id => {
      const message = { headers: [], bodyBytes: 0 }
      const request = { ...message, method: 'GET', url: 'http://a.example/' }
      const at = '2026-01-01T00:00:01.000Z'
      const response = { ...message, status: 200, body: '\\u2028' }
      const exchange = { id: String(ids.indexOf(id)), check: id, direction: 'sent', at, ms: 3, request, response }
      return `${JSON.stringify(exchange)}\n`
    })
    .join('')

/** The report of a run with these settings, and its evidence. */
export const runFor = (settings: Partial<RunSettings> = {}, changes: Partial<RunOutcome> = {}) => {
  const all = { ...plainSettings, ...settings }
  const whole = runOf(checks, () => 'pass')
  const results = whole.results.map(resultOf).filter(({ id }) => {
    const check = checks.find(each => each.id === id)
    return check && selects(all, check)
  })
  const lines = evidenceOf(results.map(({ id }) => id))
  const evidence = { file: 'exchanges.ndjson', digest: sha256Hex(lines), requests: results.length }
  const assembled = assemble({ ...whole, settings: all, results, evidence, ...changes })
  return { report: JSON.parse(JSON.stringify(assembled.report)) as Report, exitCode: assembled.exitCode, lines }
}

/** A folder for the files of tests. */
export const root = await mkdtemp(join(tmpdir(), 'oc-merge-'))
/** Deletes the files that the tests of a file have written. */
export const removeAll = (): Promise<void> => rm(root, { recursive: true, force: true })
let folders = 0

const freshFolder = () => {
  folders += 1
  return join(root, String(folders))
}
/** Writes a report and its evidence into a separate folder. */
export const put = async (
  { report, lines }: { report: Report; lines: string },
  file = 'a.json',
): Promise<ShardReport> => {
  const folder = freshFolder()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'exchanges.ndjson'), lines)
  return { file, folder, report }
}

export type Change = { settings?: Partial<RunSettings>; changes?: Partial<RunOutcome> }

/** All shards of a run. */
export const shardsOf = (of: number, { settings = {}, changes = {} }: Change = {}) =>
  Array.from({ length: of }, (_, index) => runFor({ ...settings, shard: { index: index + 1, of } }, changes))

export type Shards = readonly ReturnType<typeof runFor>[]

/** Merges shards into a fresh folder, or the given one; their files are 1.json, 2.json and so on. */
export const merge = async (shards: Shards, reportDir = freshFolder()) => {
  const [first, ...others] = await Promise.all(shards.map((shard, index) => put(shard, `${index + 1}.json`)))
  if (!first) throw new Error('no shard')
  return { reportDir, ...(await mergeShards([first, ...others], { reportDir })) }
}
