import { join } from 'node:path'
import type { CheckDescription } from '../harness/check.ts'
import { waits } from '../harness/patience.ts'
import { endsWithin } from '../harness/pause.ts'
import { present } from '../protocol/time.ts'
import type { CheckResult } from './checks/run-check.ts'
import type { RunHooks } from './hooks.ts'
import { lockFolder } from './machine/folder-lock.ts'
import { checkNeeds } from './machine/needs.ts'
import type { Certified } from './processes/messages.ts'
import { reportFiles } from './report/files.ts'
import { budgetOf } from './report/records.ts'
import { prepareFolder, type RunResults, writeReport } from './report/write-report.ts'
import { runInThread } from './runner/thread.ts'
import type { RunSettings } from './settings/settings.ts'
import type { TargetFacts } from './target/target-facts.ts'
import { withTunnel } from './tunnel/with-tunnel.ts'
import { withEarlier } from './unfinished/earlier-parts.ts'
import { type KeepResult, openUnfinished, removeUnfinished } from './unfinished/file.ts'
import { checkVerdict } from './verdicts.ts'
import { withValues } from './with-values.ts'

/**
 * Certifies one target, or the bundled reference if the settings name none, and writes the report into its folder.
 * Throws UsageError if the configuration is found to be invalid before the first request; any other error is a fault of the harness.
 */
export const certify = async (settings: RunSettings, hooks: RunHooks): Promise<Certified> => {
  checkNeeds()
  return withTunnel(settings, hooks.signal, (reached, signal) => certifyOne(reached, { ...hooks, signal }))
}

const certifyOne = async (settings: RunSettings, hooks: RunHooks): Promise<Certified> => {
  const unlock = settings.preflightOnly ? undefined : await lockFolder(settings.reportDir)
  try {
    return await certifyIn(settings, hooks)
  } finally {
    await unlock?.()
  }
}

/** Certifies in the folder of the report, which no other run uses. */
const certifyIn = async (settings: RunSettings, hooks: RunHooks): Promise<Certified> => {
  const started = present()
  if (!settings.preflightOnly) await prepareFolder(settings.reportDir, settings.earlier !== undefined)
  if (hooks.signal.aborted) return writeReport(settings, { results: [], interrupted: true }, started)
  const reference = settings.target ? undefined : await serveReference(settings, hooks)
  try {
    const ready = reference?.settings ?? settings
    const evidenceFile = settings.preflightOnly ? undefined : join(settings.reportDir, reportFiles.exchanges)
    const keep = settings.preflightOnly ? undefined : openUnfinished(settings, started)
    const run = await runInThread(ready, evidenceFile, progressHooks(settings, { ...hooks, onResult: keep }))
    const results = withEarlier(settings.earlier, run.results)
    const certified = await writeReport(ready, { ...run, results }, started)
    // Not earlier, so that a run that is killed before can be resumed.
    if (!settings.preflightOnly && isOver({ ...run, results }, certified)) await removeUnfinished(settings.reportDir)
    return certified
  } finally {
    if (reference) await endsWithin(waits.closing.ms, reference.close())
  }
}

/** Returns whether there is nothing left to resume: the run has tried everything, or nothing because its configuration is invalid. */
const isOver = ({ interrupted, facts, results }: RunResults, { trouble }: Certified): boolean => {
  const isStopped = facts?.preflight.stop !== undefined
  return trouble === undefined && !interrupted && (!isStopped || results.length === 0)
}

/** Loads the reference only if a run needs it, and lets the run advance the clock of a gateway instead of waiting. */
const serveReference = async (given: RunSettings, { onReported }: RunHooks) => {
  const { startReference } = await import('./target/reference-target.ts')
  const role = given.reference ?? 'gateway'
  const printing = withValues({ print: onReported })
  if (role !== 'gateway') return startReference(given, role, printing)
  const { settings, close } = await startReference(given, role, { ...printing, clock: {} })
  return { settings: { ...settings, targetClock: { url: `${settings.target?.baseUrl}/clock`, isOwn: true } }, close }
}

type Hooks = RunHooks & { onResult: KeepResult | undefined }

const progressHooks = (settings: RunSettings, hooks: Hooks) => ({
  signal: withinBudget(settings, hooks.signal),
  onCollected: (total: number) => hooks.onStart?.(total),
  onPerson: (url: string) => hooks.onPerson?.(url),
  onWaiting: (ids: string[]) => hooks.onWaiting?.(ids),
  onResult: (result: CheckResult, check: CheckDescription, facts: TargetFacts) => {
    hooks.onResult?.(result, facts)
    const { id, outcome } = result
    const verdict = checkVerdict({ check, outcome, knownFailing: settings.knownFailing })
    hooks.onCheck?.({ id, title: check.title, verdict })
  },
})

/** Interrupts a run when its budget, or the default time limit, is used up: it then ends with an incomplete report. */
export const withinBudget = (settings: RunSettings, signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(Math.min(budgetOf(settings), longestTimerMs))])

/** The longest possible timer, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1
