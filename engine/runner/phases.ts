import PQueue from 'p-queue'
import type { Check } from '../../harness/clause.ts'
import type { Place } from '../../harness/create-context.ts'
import { waits } from '../../harness/patience.ts'
import { concurrency, type OpenRun } from '../open-run.ts'
import { returnFunds } from '../return-funds.ts'
import { type CheckResult, runCheck } from '../run-check.ts'
import { withValues } from '../with-values.ts'
import { createPlaces } from './places.ts'
import { awaitRecovery } from './recovery.ts'

/**
 * The order of a run: most checks at once, those that mostly wait first; then one by one those that measure, those that look
 * back at the run, and those that make the target hang.
 */
export const phasesOf = (checks: readonly Check[]): { together: Check[]; alone: Check[] } => {
  const harmless = checks.filter(check => !check.hangs)
  return {
    together: harmless.filter(check => !check.alone && !check.last).toSorted(byWaiting),
    alone: [
      ...harmless.filter(check => check.alone && !check.last),
      ...harmless.filter(check => check.last),
      ...checks.filter(check => check.hangs).toSorted(byWaiting),
    ],
  }
}

const byWaiting = (a: Check, b: Check): number => Number(b.waits) - Number(a.waits)

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
  const remaining = new Set(together)
  const places = createPlaces([...together, ...alone].map(({ id }) => id))
  const done = (check: Check) => {
    remaining.delete(check)
    if (remaining.size === 0) serial.start()
  }
  const start = async (check: Check, signal: AbortSignal, place: Place) =>
    signal.aborted ? undefined : run(open.run, check, { signal, place, ...withValues({ replay: open.counterexample }) })
  return {
    checks: [...together, ...alone],
    run: (check, signal) =>
      new Promise((resolve, reject) => {
        const queue = remaining.has(check) ? parallel : serial
        const inItsPlace = async (free: () => void) => {
          const place = places.placeOf(check.id, reason => {
            if (reason === 'done') done(check)
            if (reason === 'done' || queue === parallel || check.hangs) free()
          })
          await start(check, signal, place).then(resolve, reject)
          places.ended(check.id)
          done(check)
          free()
        }
        // The check frees its place in the queue when it ends, or before that when it only waits.
        void queue.add(async () => {
          await new Promise<void>(free => void inItsPlace(free))
          if (check.hangs) await awaitRecovery(open.run, { check: check.id, signal })
        })
      }),
    end: async () => {
      await returnFunds(open, AbortSignal.timeout(waits.returnFunds.ms))
      await open.close()
    },
  }
}
