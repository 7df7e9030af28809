import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '../protocol/operations.ts'
import { type RequirementId, requirementIds, requirements } from '../protocol/requirements/index.ts'
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
  const isSelected = await selectedRoles(settings)
  return everyRun(settings).filter(run => isSelected(run.settings.reference ?? 'gateway'))
}

/** Tells for each role whether some check of it is selected; loads the suites only if the register does not say it. */
const selectedRoles = async (settings: RunSettings): Promise<(role: Role) => boolean> => {
  const { only, skip, shard } = settings
  if (!isPartial(settings)) return () => true
  const named = only.map(id => requirementIds.find(known => known === id))
  if (named.length > 0 && skip.length === 0 && shard === undefined && named.every(isObservedAtOneRole)) {
    const own = new Set(named.flatMap(id => (id === undefined ? [] : requirements[id].roles)))
    return role => own.has(role)
  }
  const { checksOf } = await import('../suites/index.ts')
  return role => checksOf(role).some(check => selects(settings, check))
}

const isObservedAtOneRole = (id: RequirementId | undefined): boolean =>
  id !== undefined && requirements[id].roles.length === 1 && requirements[id].notObservable === undefined

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
