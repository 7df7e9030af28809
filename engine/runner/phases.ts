import PQueue from 'p-queue'
import type { Check } from '../../harness/clause.ts'
import type { Place } from '../../harness/create-context.ts'
import { isNear, waits } from '../../harness/patience.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import { firstLookOf } from '../first-look.ts'
import { concurrency, type OpenRun } from '../open-run.ts'
import { returnFunds } from '../return-funds.ts'
import { runInRounds } from '../rounds.ts'
import type { CheckResult, runCheck } from '../run-check.ts'
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

/** Checks that run at the same time, so many at once. */
type Stage = { checks: readonly Check[]; concurrency: number }

const stagesOf = (checks: readonly Check[], most: number): Stage[] => {
  const { together, alone } = phasesOf(checks)
  return [
    { checks: together, concurrency: most },
    { checks: alone, concurrency: 1 },
  ]
}

const decidesMust = ({ clauses }: Check): boolean => clauses.some(id => requirements[id].level === 'must')

/** The stages of a run that may end before all is tried: each must clause once, then the rest of them, then the others. */
const stagesWithinBudget = (checks: readonly Check[], most: number): Stage[] => {
  const musts = checks.filter(decidesMust)
  const firstLook = firstLookOf(musts)
  const later = musts.filter(check => !firstLook.includes(check))
  return [
    ...stagesOf([...firstLook, ...later], most),
    ...stagesOf(
      checks.filter(check => !musts.includes(check)),
      most,
    ),
  ]
}

/** The checks of an open run. A runner starts all of them at once; each waits here for its phase. */
export type Phases = {
  /** In the order of the run; none if the preflight stopped it. */
  readonly checks: readonly Check[]
  /** Runs a check when its turn comes. Returns nothing if the run was interrupted before. */
  run(check: Check, signal: AbortSignal): Promise<CheckResult | undefined>
  /** Returns the funds that the checks left in accounts, and closes the run. */
  end(): Promise<void>
}

type Options = { run?: typeof runCheck; hasBudget?: boolean }

/** Schedules the checks of a run. Every runner uses it, so that the self-test proves the order that users run. */
export const createPhases = (
  open: OpenRun,
  selected: readonly Check[],
  { run = runInRounds, hasBudget = false }: Options = {},
): Phases => {
  const runnable = open.preflight.stop === undefined ? selected : []
  // Where a user can have one open request only, two checks would be in each other's way.
  const most = open.run.obstacles.sideBySide === undefined ? concurrency : 1
  const stages = (hasBudget ? stagesWithinBudget : stagesOf)(runnable, most).map(openStage)
  void startInTurn(stages)
  const checks = stages.flatMap(stage => stage.checks)
  const places = createPlaces(checks.map(({ id }) => id))
  const hastened = hastenedIn(open)
  const start = async (check: Check, signal: AbortSignal, place: Place) =>
    signal.aborted ? undefined : run(open.run, check, { signal, place, ...withValues({ replay: open.counterexample }) })
  return {
    checks,
    run: (check, signal) =>
      new Promise((resolve, reject) => {
        const stage = stages.find(({ checks }) => checks.includes(check))
        const inItsPlace = async (free: () => void) => {
          const place = places.placeOf(check.id, reason => {
            if (reason === 'done') stage?.leave(check)
            if (reason === 'done' || stage?.concurrency !== 1 || check.hangs) free()
          })
          await start(check, signal, place).then(resolve, reject)
          places.ended(check.id)
          stage?.leave(check)
          free()
        }
        // The check frees its place in the queue when it ends, or before that when it only waits.
        void stage?.queue.add(async () => {
          const begin = () => new Promise<void>(free => void inItsPlace(free))
          if (!check.hangs) return begin()
          await hastened(begin)
          await awaitRecovery(open.run, { check: check.id, signal })
        })
      }),
    end: async () => {
      await returnFunds(open, AbortSignal.timeout(waits.returnFunds.ms))
      await open.close()
    },
  }
}

/**
 * Returns what performs work while the timers of the bundled reference are brought forward: that it gives up what hangs costs a
 * run no time. A reference that is far away keeps real time, since nothing that it asks for comes at once.
 */
const hastenedIn = ({ hasten, run }: OpenRun) => {
  let isQuick: boolean | undefined
  return async (work: () => Promise<void>): Promise<void> => {
    isQuick ??= isNear(run.http.latencyMs)
    const stop = isQuick ? hasten?.() : undefined
    await work()
    stop?.()
  }
}

/** A stage with its queue; `left` is resolved when each of its checks has ended, or waits for those of all stages. */
type OpenStage = Stage & { queue: PQueue; left: Promise<void>; leave(check: Check): void }

const openStage = ({ checks, concurrency }: Stage): OpenStage => {
  const remaining = new Set(checks)
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const leave = (check?: Check) => {
    if (check) remaining.delete(check)
    if (remaining.size === 0) resolve()
  }
  leave()
  return { checks, concurrency, queue: new PQueue({ concurrency, autoStart: false }), left, leave }
}

/** Starts each stage when those before it are over, and the target has recovered from them. */
const startInTurn = async (stages: readonly OpenStage[]): Promise<void> => {
  for (const { queue, left } of stages) {
    queue.start()
    await left
    await queue.onIdle()
  }
}
