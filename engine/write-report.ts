import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../harness/clause.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { PrivateKey } from '../protocol/keys.ts'
import { signPayload } from '../protocol/payload.ts'
import { referenceProfile } from '../protocol/profile.ts'
import { renderHtml } from '../reports/html/index.ts'
import type { Report } from '../schemas/messages.ts'
import { checksOf } from '../suites/index.ts'
import { assemble } from './assemble.ts'
import { readEvidence } from './evidence.ts'
import type { CheckResult } from './run-check.ts'
import type { RunSettings } from './settings/settings.ts'
import { UsageError } from './settings/usage-error.ts'
import type { TargetFacts } from './target-facts.ts'

/** The files of a report, in its folder. */
export const reportFiles = { report: 'report.json', exchanges: 'exchanges.ndjson', html: 'report.html' } as const

/** What a run brought: without facts it was interrupted before the target was read; without checks they are those of the role. */
export type Conducted = { facts?: TargetFacts; results: CheckResult[]; interrupted: boolean; checks?: readonly Check[] }

/** An empty folder for a report: the files of an earlier one go, so that an old verdict is never taken for a new one. */
export const prepareFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true })
    await Promise.all(Object.values(reportFiles).map(name => rm(join(folder, name), { force: true })))
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(`The report folder ${folder} cannot be written: ${message}.`, 'Give --report another folder.')
  }
}

/** Assembles the report of a run and writes its files; a preflight writes none. */
export const publish = async (
  settings: RunSettings,
  conducted: Conducted,
  started: Date,
): Promise<{ report: Report; exitCode: number }> => {
  const { digest, requests, exchanges } = await evidenceOf(settings, conducted)
  const facts = conducted.facts ?? nothingKnown(settings)
  const evidence = { file: reportFiles.exchanges, digest, requests }
  const checks = conducted.checks ?? checksOf(facts.role)
  const assembled = assemble({ settings, ...conducted, facts, checks, started, evidence })
  const report = settings.signWith ? signed(assembled.report, settings.signWith) : assembled.report
  if (!settings.preflightOnly) {
    await writeFile(join(settings.reportDir, reportFiles.report), `${JSON.stringify(report, null, 2)}\n`)
    await writeFile(join(settings.reportDir, reportFiles.html), renderHtml(report, exchanges))
  }
  // A broken clause stays broken, whatever the harness could not cope with besides.
  const fault = assembled.exitCode !== 1 && conducted.results.some(result => result.harnessError !== undefined)
  return { report, exitCode: fault ? 4 : assembled.exitCode }
}

const evidenceOf = async ({ preflightOnly, reportDir }: RunSettings, { results }: Conducted) => {
  if (preflightOnly) return { digest: '', requests: 0, exchanges: [] }
  // A check that simply held shows nothing; everything else shows what it saw.
  const shown = results.filter(result => result.outcome !== 'pass' || result.observations.length > 0)
  return readEvidence(join(reportDir, reportFiles.exchanges), new Set(shown.flatMap(result => result.exchanges)))
}

/** The report with a signature over its canonical text without the signature. */
const signed = (report: Report, key: PrivateKey): Report => {
  const value = signPayload(JSON.parse(JSON.stringify(report)) as JsonObject, key, referenceProfile)
  return { ...report, signature: { value, publicKey: key.publicKey } }
}

const nothingKnown = ({ target, environment }: RunSettings): TargetFacts => {
  const baseUrl = target?.baseUrl ?? ''
  const message = 'The run was interrupted before the target was read.'
  return {
    role: target?.role ?? 'gateway',
    target: { baseUrl, apiUrl: baseUrl, ocid: target?.ocid, environment },
    metadata: { status: 0, text: '' },
    preflight: {
      findings: [{ name: 'target', ok: false, severity: 'error', message }],
      obstacles: { identities: {} },
      stop: 3,
    },
    profile: referenceProfile,
    shownBy: {},
  }
}
