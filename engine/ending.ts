import { activity } from '../harness/activity.ts'
import { RunEnded } from '../harness/outcome.ts'
import { waits } from '../harness/patience.ts'
import { endsWithin } from '../harness/pause.ts'
import { problem } from './preflight/finding.ts'
import type { PreflightReport } from './preflight/preflight.ts'
import { standstillText, watchOver } from './runner/watchdog.ts'

/** The end of a run before everything was tried: it is interrupted, or ends on its own. */
export type Ending = {
  /** Aborts when the run must end; where it ends on its own, with RunEnded. */
  readonly signal: AbortSignal
  /** Why the run ends on its own; `undefined` while it does not. */
  readonly reason: string | undefined
  /** Ends the run; `reason` says why, and what to do. */
  end(reason: string): void
  /** Ends the watch over a run that could not be opened. */
  stop(): void
  /** Closes everything that the run has opened, each in its time, and ends the watch. */
  close(open: readonly ({ close(): Promise<void> } | undefined)[]): Promise<void>
}

/** Prepares the end of a run that `interruption` aborts, and that ends on its own when it stalls. */
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

/** Returns the findings of a preflight; if it had no time to end, the run stops for that reason, whatever else it found. */
export const cutShort = (report: PreflightReport, { signal, reason }: Ending): PreflightReport => {
  if (!signal.aborted) return report
  const why = reason ?? 'The run was interrupted before it had tried the set-up.'
  const others = report.findings.filter(({ severity }) => severity !== 'error')
  return { ...report, findings: [problem('run', why, 'Start the run again.'), ...others], stop: 3 }
}
