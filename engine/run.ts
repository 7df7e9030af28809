import { join } from 'node:path'
import { requirements } from '../protocol/requirements/index.ts'
import type { Report } from '../schemas/messages.ts'
import { mostSevere } from '../schemas/verdicts.ts'
import { allChecks } from '../suites/index.ts'
import type { RunHooks } from './hooks.ts'
import { startReference } from './reference-target.ts'
import type { CheckResult } from './run-check.ts'
import { conductInVitest } from './runner/vitest.ts'
import type { RunSettings } from './settings/settings.ts'
import { verdictOf } from './verdicts.ts'
import { prepareFolder, publish, reportFiles } from './write-report.ts'

/**
 * Certifies one target, or the bundled reference where none is given, and writes the report into its folder. UsageError for
 * a set-up that is wrong before anything was asked; whatever else it throws is a fault of the harness.
 */
export const certify = async (
  settings: RunSettings,
  hooks: RunHooks,
): Promise<{ report: Report; exitCode: number }> => {
  const started = new Date()
  if (!settings.preflightOnly) await prepareFolder(settings.reportDir)
  const reference = settings.target ? undefined : await startReference(settings, settings.reference ?? 'gateway')
  try {
    const ready = reference?.settings ?? settings
    const evidenceFile = settings.preflightOnly ? undefined : join(settings.reportDir, reportFiles.exchanges)
    const conducted = await conductInVitest(ready, evidenceFile, progressOf(settings, hooks))
    return await publish(ready, conducted, started)
  } finally {
    await reference?.close()
  }
}

const progressOf = (settings: RunSettings, hooks: RunHooks) => ({
  signal: withinBudget(settings, hooks.signal),
  onCollected: (total: number) => hooks.onStart?.(total),
  onResult: ({ id, outcome }: CheckResult) => {
    const check = allChecks.find(one => one.id === id)
    if (!check) return
    const isKnown = (clause: string) => [clause, id].some(name => settings.knownFailing.includes(name))
    const verdict = mostSevere(
      check.clauses.map(clause => verdictOf(outcome, requirements[clause].level, isKnown(clause))),
    )
    hooks.onCheck?.({ id, title: check.title, verdict })
  },
})

/** A run whose budget is spent ends as an interrupted one does: with an incomplete report. */
const withinBudget = ({ budgetMs }: RunSettings, signal: AbortSignal): AbortSignal =>
  budgetMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(budgetMs)])
