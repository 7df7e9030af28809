import { activity } from '../../harness/activity.ts'
import type { Check } from '../../harness/clause.ts'
import type { Place } from '../../harness/create-context.ts'
import { lentOut } from '../../harness/lent-out.ts'
import { idleMs, isNear, shortIdleMs, waits } from '../../harness/patience.ts'
import { endsWithin } from '../../harness/pause.ts'
import { runInRounds } from '../checks/rounds.ts'
import type { CheckResult, runCheck } from '../checks/run-check.ts'
import type { OpenRun } from '../open-run.ts'
import { returnFunds } from '../return-funds.ts'
import { withValues } from '../with-values.ts'
import { endedSoon } from './ended-soon.ts'
import { freedAfter, type Hold, holdUnlessAborted } from './hold.ts'
import { stagesOf } from './order.ts'
import { createPlaces } from './places.ts'
import { awaitRecovery } from './recovery.ts'
import { type OpenStage, openStage, startInTurn } from './stages.ts'
import { createWaiting } from './waiting.ts'

/** Runs the checks of an open run. All are started together, and each waits here for its phase. */
export type Phases = {
  /** The checks in the order of the run; empty if the preflight stopped it. */
  readonly checks: readonly Check[]
  /** Runs a check at its turn. Returns undefined if the run is interrupted before. */
  run(check: Check, signal: AbortSignal): Promise<CheckResult | undefined>
  /** Returns the money that checks left in accounts to the treasury, and closes the run. */
  end(): Promise<void>
}

/** Options of the phases. `run`: the function that runs a check; tests replace it. */
export type PhaseOptions = {
  run?: typeof runCheck
  hasBudget?: boolean
  /** Called with the checks that are running when none has begun or ended for a while. */
  onWaiting?: (ids: string[]) => void
}

/**
 * Schedules the checks of a run. Each check belongs to a stage with a queue. A running check holds a place in the queue, and gives it up or
 * lends it while it only waits. A check sees only its `Place`, through which it rests and waits for other checks.
 */
export const createPhases = (
  open: OpenRun,
  selected: readonly Check[],
  { run = runInRounds, hasBudget = false, onWaiting = () => undefined }: PhaseOptions = {},
): Phases => {
  const runnable = open.preflight.stop === undefined ? selected : []
  const stages = stagesOf(open.run, runnable, hasBudget).map(openStage)
  void startInTurn(stages)
  const checks = stages.flatMap(stage => stage.checks)
  const places = createPlaces(checks.map(({ id }) => id))
  const hastened = hastenedIn(open)
  const waiting = createWaiting(onWaiting)
  const start = async (check: Check, signal: AbortSignal, place: Place) =>
    signal.aborted ? undefined : run(open.run, check, { signal, place, ...withValues({ replay: open.counterexample }) })
  return {
    checks,
    run: async (check, interruption) => {
      const stage = stages.find(({ checks }) => checks.includes(check))
      if (stage === undefined) return undefined
      const signal = AbortSignal.any([interruption, open.ending.signal])
      const inQueue = await holdUnlessAborted(stage.queue, signal)
      if (inQueue === undefined) {
        places.ended(check.id)
        stage.leave(check)
        return undefined
      }
      const hold = check.hangs
        ? freedAfter(() => awaitRecovery(open.run, { check: check.id, signal }), inQueue)
        : inQueue
      const leave = () => {
        stage.leave(check)
        hold.end()
      }
      waiting.began(check.id)
      const place = places.placeOf(check.id, { ...restOf(stage, check, hold), leave })
      const carryOut = () => start(check, signal, place)
      try {
        return await endedSoon(check.hangs ? hastened(carryOut) : carryOut(), { check, signal })
      } finally {
        places.ended(check.id)
        waiting.ended(check.id)
        leave()
      }
    },
    end: async () => {
      const { ms } = waits.returnFunds
      await endsWithin(ms + waits.checkEnd.ms, returnFunds(open, AbortSignal.timeout(ms)))
      await open.close()
    },
  }
}

/**
 * Returns how a check handles its place while it only waits. A check that mostly waits frees its place soon, unless it makes the target
 * hang.
 */
const restOf = (stage: OpenStage, check: Check, hold: Hold): Pick<Place, 'restsAfterMs' | 'rest'> => {
  const { whileWaiting } = stage
  const takeBack = () => activity.waitFor({ who: check.id, what: lentOut.place }, hold.takeBack())
  const rest = () => {
    if (whileWaiting !== 'keeps it') hold.free()
    if (whileWaiting === 'gives it up') stage.rest(check)
    return whileWaiting === 'lends it' ? takeBack : undefined
  }
  const isSoon = whileWaiting === 'lends it' || (check.waits && !check.hangs)
  return { restsAfterMs: isSoon ? shortIdleMs : idleMs, rest }
}

/**
 * Returns a function that runs work while the timers of the bundled reference are sped up, so that timeouts of hanging requests cost no
 * time. A distant reference keeps real time, since none of its own requests is answered immediately.
 */
const hastenedIn = ({ hasten, run }: OpenRun) => {
  let isQuick: boolean | undefined
  return async <T>(work: () => Promise<T>): Promise<T> => {
    isQuick ??= isNear(run.http.latencyMs)
    const stop = isQuick ? hasten?.() : undefined
    return work().finally(stop)
  }
}
