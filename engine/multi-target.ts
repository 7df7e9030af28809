import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, renderOverview } from '../reports/html/overview.ts'
import type { Report, RunVerdict } from '../schemas/messages.ts'
import { checksOf } from '../suites/index.ts'
import { selects } from './selection.ts'
import type { RunSettings } from './settings/settings.ts'

/** One of several runs: its settings, a title for people, and the folder of its report below the common one. */
export type TargetRun = { title: string; folder: string; settings: RunSettings }

export type FinishedRun = TargetRun & { report: Report; exitCode: number }

/** The runs of the bundled reference, of every role for which something is selected; a KYC provider also as in production. */
export const referenceParts = (settings: RunSettings): TargetRun[] =>
  everyPart(settings).filter(part =>
    checksOf(part.settings.reference ?? 'gateway').some(check => selects(settings, check)),
  )

const everyPart = (settings: RunSettings): TargetRun[] => {
  const part = (title: string, folder: string, changes: Partial<RunSettings>): TargetRun => ({
    title,
    folder,
    settings: { ...settings, ...changes, reportDir: join(settings.reportDir, folder) },
  })
  return [
    part('Gateway', 'gateway', { reference: 'gateway' }),
    part('Merchant', 'merchant', { reference: 'merchant' }),
    part('KYC provider', 'kyc', { reference: 'kyc', environment: 'test' }),
    part('KYC provider in production', 'kyc-production', { reference: 'kyc', environment: 'production' }),
  ]
}

/** Writes index.html, which links the reports; returns its path. */
export const writeOverview = async (folder: string, done: readonly FinishedRun[]): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const entries = done.map(({ title, folder, report }): Entry => ({ title, page: `${folder}/report.html`, report }))
  const path = join(folder, 'index.html')
  await writeFile(path, renderOverview(entries))
  return path
}

/** The exit code of several runs: the gravest of theirs; a broken clause outweighs what could not be tried. */
export const exitCodeOfAll = (codes: readonly number[]): number => [4, 2, 1, 3].find(code => codes.includes(code)) ?? 0

/** The verdict over several targets: the worst of theirs. */
export const verdictOfAll = (verdicts: readonly RunVerdict[]): RunVerdict =>
  (['non-conformant', 'incomplete', 'partial'] as const).find(verdict => verdicts.includes(verdict)) ?? 'conformant'
