import { join } from 'node:path'
import type { Report } from '../schemas/messages.ts'
import { allChecks } from '../suites/index.ts'
import type { RunHooks } from './hooks.ts'
import { startReference } from './reference-target.ts'
import { prepareFolder, reportFiles, writeReport } from './report/write-report.ts'
import type { CheckResult } from './run-check.ts'
import { runInVitest } from './runner/vitest.ts'
import type { RunSettings } from './settings/settings.ts'
import { checkVerdict } from './verdicts.ts'

/**
 * Certifies one target, or the bundled reference if the settings name none, and writes the report into its folder.
 * Throws UsageError if the set-up is found wrong before the first request; any other error is a fault of the harness.
 */
export const certify = async (
  settings: RunSettings,
  hooks: RunHooks,
): Promise<{ report: Report; exitCode: number }> => {
  const started = new Date()
  if (!settings.preflightOnly) await prepareFolder(settings.reportDir)
  if (hooks.signal.aborted) return writeReport(settings, { results: [], interrupted: true }, started)
  const reference = settings.target ? undefined : await startReference(settings, settings.reference ?? 'gateway')
  try {
    const ready = reference?.settings ?? settings
    const evidenceFile = settings.preflightOnly ? undefined : join(settings.reportDir, reportFiles.exchanges)
    const results = await runInVitest(ready, evidenceFile, progressHooks(settings, hooks))
    return await writeReport(ready, results, started)
  } finally {
    await reference?.close()
  }
}

const progressHooks = (settings: RunSettings, hooks: RunHooks) => ({
  signal: withinBudget(settings, hooks.signal),
  onCollected: (total: number) => hooks.onStart?.(total),
  onResult: ({ id, outcome }: CheckResult) => {
    const check = allChecks.find(candidate => candidate.id === id)
    if (!check) return
    const verdict = checkVerdict({ check, outcome, knownFailing: settings.knownFailing })
    hooks.onCheck?.({ id, title: check.title, verdict })
  },
})

/** Interrupts a run whose budget is spent: it then ends with an incomplete report. */
const withinBudget = ({ budgetMs }: RunSettings, signal: AbortSignal): AbortSignal =>
  budgetMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(budgetMs)])
