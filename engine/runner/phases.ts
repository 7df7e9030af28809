import PQueue from 'p-queue'
import type { Check } from '../../harness/clause.ts'
import { concurrency, type OpenRun } from '../open-run.ts'
import { returnFunds } from '../return-funds.ts'
import { type CheckResult, runCheck } from '../run-check.ts'
import { withValues } from '../with-values.ts'

/** Milliseconds that a run takes at most to return funds. */
const returnFundsMs = 30_000

/**
 * The order of a run: most checks at once; then one by one those that measure; then those that look back at the run.
 */
export const phasesOf = (checks: readonly Check[]): { together: Check[]; alone: Check[] } => ({
  together: checks.filter(check => !check.alone && !check.last),
  alone: [...checks.filter(check => check.alone && !check.last), ...checks.filter(check => check.last)],
})

/** The checks of an open run. A runner starts all of them at once; each waits here for its phase. */
export type Phases = {
  /** In the order of the run; none if the preflight stopped it. */
  readonly checks: readonly Check[]
  /** Runs a check when its turn comes. Returns nothing if the run was interrupted before. */
  run(check: Check, signal: AbortSignal): Promise<CheckResult | undefined>
  /** Returns the funds that the checks left in accounts, and closes the run. */
  end(): Promise<void>
}

/** Schedules the checks of a run. Every runner uses it, so that the self-test proves the order that users run. */
export const createPhases = (open: OpenRun, selected: readonly Check[], run: typeof runCheck = runCheck): Phases => {
  const { together, alone } = phasesOf(open.preflight.stop === undefined ? selected : [])
  const parallel = new PQueue({ concurrency })
  const serial = new PQueue({ concurrency: 1, autoStart: together.length === 0 })
  const waiting = new Set(together)
  const ended = (check: Check) => {
    waiting.delete(check)
    if (waiting.size === 0) serial.start()
  }
  return {
    checks: [...together, ...alone],
    run: (check, signal) => {
      const options = { signal, ...withValues({ replay: open.counterexample }) }
      const start = async () => (signal.aborted ? undefined : run(open.run, check, options))
      return waiting.has(check) ? parallel.add(start).finally(() => ended(check)) : serial.add(start)
    },
    end: async () => {
      await returnFunds(open, AbortSignal.timeout(returnFundsMs))
      await open.close()
    },
  }
}
