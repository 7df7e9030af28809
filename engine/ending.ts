import { activity } from '../harness/activity.ts'
import { RunEnded } from '../harness/outcome.ts'
import { waits } from '../harness/patience.ts'
import { endsWithin } from '../harness/pause.ts'
import { problem } from './preflight/finding.ts'
import type { PreflightReport } from './preflight/preflight.ts'
import { standstillText, watchOver } from './runner/watchdog.ts'

/** Ends a run before everything was tried: because of an interruption, or because it stalls or reaches a limit. */
export type Ending = {
  /** Aborts when the run must end; with RunEnded if the run ends itself. */
  readonly signal: AbortSignal
  /** Why the run ends itself; `undefined` otherwise. */
  readonly reason: string | undefined
  /** Ends the run; `reason`: why, and what to do about it. */
  end(reason: string): void
  /** Stops watching a run that could not be opened. */
  stop(): void
  /** Closes everything that the run has opened, within its time limits, and stops watching the run. */
  close(open: readonly ({ close(): Promise<void> } | undefined)[]): Promise<void>
}

/** Watches a run, which ends when `interruption` aborts or when it stalls. */
export const prepareEnding = (interruption: AbortSignal, standstillMs: number = waits.standstill.ms): Ending => {
  const controller = new AbortController()
  const end = (reason: string) => controller.abort(new RunEnded(reason))
  const times = { ms: standstillMs, everyMs: Math.min(waits.standstillLook.ms, standstillMs / 10) }
  const watch = watchOver(activity, waiting => end(standstillText(waiting, standstillMs)), times)
  const signal = AbortSignal.any([interruption, controller.signal])
  return {
    signal,
    get reason() {
      const { reason } = controller.signal
      return reason instanceof RunEnded ? reason.message : undefined
    },
    end,
    stop: watch.stop,
    close: async open => {
      watch.stop()
      const { ms } = signal.aborted ? waits.closingEarly : waits.closing
      await Promise.all(open.map(each => each && endsWithin(ms, each.close())))
    },
  }
}

/** Returns the findings of a preflight; if it was cut short, the run stops for that reason, regardless of its other findings. */
export const cutShort = (report: PreflightReport, { signal, reason }: Ending): PreflightReport => {
  if (!signal.aborted) return report
  const why = reason ?? 'The run was interrupted before it had tested the configuration.'
  const others = report.findings.filter(({ severity }) => severity !== 'error')
  return { ...report, findings: [problem('run', why, 'Start the run again.'), ...others], stop: 3 }
}
