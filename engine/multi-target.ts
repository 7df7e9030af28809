import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, renderOverview } from '../reports/html/overview.ts'
import type { Report, RunVerdict } from '../schemas/messages.ts'
import { isPartial, selects } from './selection.ts'
import type { RunSettings } from './settings/settings.ts'

/** One of several runs: its settings, its title, and the folder of its report below the common one. */
export type TargetRun = { title: string; folder: string; settings: RunSettings }

export type FinishedRun = TargetRun & { report: Report; exitCode: number }

/**
 * Returns the runs of the bundled reference: every role with selected checks, and the KYC provider also in production.
 */
export const referenceParts = async (settings: RunSettings): Promise<TargetRun[]> => {
  const runs = everyRun(settings)
  if (!isPartial(settings)) return runs
  const { checksOf } = await import('../suites/index.ts')
  return runs.filter(run => checksOf(run.settings.reference ?? 'gateway').some(check => selects(settings, check)))
}

const everyRun = (settings: RunSettings): TargetRun[] => {
  const run = (title: string, folder: string, changes: Partial<RunSettings>): TargetRun => ({
    title,
    folder,
    settings: { ...settings, ...changes, reportDir: join(settings.reportDir, folder) },
  })
  return [
    run('Gateway', 'gateway', { reference: 'gateway' }),
    run('Merchant', 'merchant', { reference: 'merchant' }),
    run('KYC provider', 'kyc', { reference: 'kyc', environment: 'test' }),
    run('KYC provider in production', 'kyc-production', { reference: 'kyc', environment: 'production' }),
  ]
}

/** Writes index.html, which links to the reports. Returns its path. */
export const writeOverview = async (folder: string, done: readonly FinishedRun[]): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const entries = done.map(({ title, folder, report }): Entry => ({ title, page: `${folder}/report.html`, report }))
  const path = join(folder, 'index.html')
  await writeFile(path, renderOverview(entries))
  return path
}

/** Returns the most severe exit code; a failed clause outranks an incomplete run. */
export const exitCodeOfAll = (codes: readonly number[]): number => [4, 2, 1, 3].find(code => codes.includes(code)) ?? 0

/** Returns the most severe verdict of several targets. */
export const verdictOfAll = (verdicts: readonly RunVerdict[]): RunVerdict =>
  (['non-conformant', 'incomplete', 'partial'] as const).find(verdict => verdicts.includes(verdict)) ?? 'conformant'
