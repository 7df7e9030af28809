import { activity } from '../../harness/activity.ts'
import type { Check } from '../../harness/clause.ts'
import type { Place } from '../../harness/create-context.ts'
import { lentOut } from '../../harness/lent-out.ts'
import { idleMs, isNear, shortIdleMs, waits } from '../../harness/patience.ts'
import { endsWithin } from '../../harness/pause.ts'
import { mostInRace } from '../../harness/race.ts'
import { isOfPages } from '../../pages/sparing-driver.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import { firstLookOf } from '../checks/first-look.ts'
import { runInRounds } from '../checks/rounds.ts'
import type { CheckResult, runCheck } from '../checks/run-check.ts'
import { concurrency } from '../open-client.ts'
import type { OpenRun } from '../open-run.ts'
import { returnFunds } from '../return-funds.ts'
import { withValues } from '../with-values.ts'
import { endedSoon } from './ended-soon.ts'
import { freedAfter, type Hold, holdUnlessAborted } from './hold.ts'
import { createPlaces } from './places.ts'
import { awaitRecovery } from './recovery.ts'
import { type OpenStage, openStage, type Stage, startInTurn } from './stages.ts'
import { createWaiting } from './waiting.ts'

/**
 * The order of a run: most checks at once, first those that mostly wait, since they give up their places, then those that are long;
 * then one by one the races, from when the others only wait, those that measure, those that look back at the run, and those that make
 * the target hang.
 */
export const phasesOf = (
  checks: readonly Check[],
  order: Order = longestFirst,
): Record<'together' | 'races' | 'alone' | 'hanging', Check[]> => {
  const harmless = checks.filter(check => !check.hangs)
  const alone = harmless.filter(check => check.alone && !check.last)
  return {
    together: harmless.filter(check => !check.alone && !check.last).toSorted(order),
    races: alone.filter(isRace).toSorted(order),
    alone: [...alone.filter(check => !isRace(check)), ...harmless.filter(check => check.last)],
    hanging: checks.filter(check => check.hangs).toSorted(order),
  }
}

type Order = (a: Check, b: Check) => number

const byWaiting: Order = (a, b) => Number(b.waits) - Number(a.waits)

const longestFirst: Order = (a, b) => byWaiting(a, b) || Number(b.long) - Number(a.long)

/** A browser takes few checks at a time, and most of what a page takes: the others run beside it. */
const pagesFirst: Order = (a, b) => Number(isOfPages(b)) - Number(isOfPages(a)) || longestFirst(a, b)

const orderOf = ({ pages: { drivers } }: OpenRun['run']): Order =>
  [drivers.checkout, drivers.consent].some(({ name }) => name === 'browser') ? pagesFirst : longestFirst

const isRace = ({ kind }: Check): boolean => kind === 'race'

/**
 * Races that run at once at a target that is far: the way there takes longer than one keeps another up. The requests of a race hold
 * their turns until all of them have one, and those of two get them all.
 */
const farRaces = Math.floor(concurrency / mostInRace)

/** How many checks run at once: at `most` 1, two would be in each other's way even while one of them only waits. */
type Limits = { most: number; races: number }

const stagesOf = (checks: readonly Check[], { most, races: racesAtOnce }: Limits, order?: Order): Stage[] => {
  const { together, races, alone, hanging } = phasesOf(checks, order)
  return [
    { checks: together, concurrency: most, whileWaiting: most > 1 ? 'gives it up' : 'keeps it' },
    {
      checks: races,
      concurrency: racesAtOnce,
      whileWaiting: most > 1 ? 'lends it' : 'keeps it',
      isBesideWaiting: true,
    },
    { checks: alone, concurrency: 1, whileWaiting: 'keeps it' },
    { checks: hanging, concurrency: 1, whileWaiting: 'gives it up' },
  ]
}

const decidesMust = ({ clauses }: Check): boolean => clauses.some(id => requirements[id].level === 'must')

/**
 * The stages of a run that may end before all is tried: each must clause once, then the rest of them, then the others. What is long is
 * not tried first.
 */
const stagesWithinBudget = (checks: readonly Check[], limits: Limits): Stage[] => {
  const musts = checks.filter(decidesMust)
  const firstLook = firstLookOf(musts)
  const later = musts.filter(check => !firstLook.includes(check))
  return [
    ...stagesOf([...firstLook, ...later], limits, byWaiting),
    ...stagesOf(
      checks.filter(check => !musts.includes(check)),
      limits,
      byWaiting,
    ),
  ]
}

/** The checks of an open run. All of them are started at once; each waits here for its phase. */
export type Phases = {
  /** In the order of the run; none if the preflight stopped it. */
  readonly checks: readonly Check[]
  /** Runs a check when its turn comes. Returns nothing if the run was interrupted before. */
  run(check: Check, signal: AbortSignal): Promise<CheckResult | undefined>
  /** Returns the funds that the checks left in accounts, and closes the run. */
  end(): Promise<void>
}

/** How the checks of a run are started. `run`: what runs a check, another one in tests. */
export type PhaseOptions = {
  run?: typeof runCheck
  hasBudget?: boolean
  /** Hears which checks are running when none has begun or ended for a while. */
  onWaiting?: (ids: string[]) => void
}

/** Schedules the checks of a run. */
export const createPhases = (
  open: OpenRun,
  selected: readonly Check[],
  { run = runInRounds, hasBudget = false, onWaiting = () => undefined }: PhaseOptions = {},
): Phases => {
  const runnable = open.preflight.stop === undefined ? selected : []
  const stages = (hasBudget ? stagesWithinBudget : stagesOf)(runnable, limitsOf(open.run), orderOf(open.run)).map(
    openStage,
  )
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

const limitsOf = ({ obstacles, http }: OpenRun['run']): Limits => {
  // Where a user can have one open request only, two checks would be in each other's way.
  if (obstacles.sideBySide !== undefined) return { most: 1, races: 1 }
  return { most: concurrency, races: isNear(http.latencyMs) ? 1 : farRaces }
}

/**
 * Returns what a check of the stage does with its place while it only waits: one that mostly does lets others begin soon, unless it makes
 * the target hang.
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
 * Returns what performs work while the timers of the bundled reference are brought forward: that it gives up what hangs costs a
 * run no time. A reference that is far away keeps real time, since nothing that it asks for comes at once.
 */
const hastenedIn = ({ hasten, run }: OpenRun) => {
  let isQuick: boolean | undefined
  return async <T>(work: () => Promise<T>): Promise<T> => {
    isQuick ??= isNear(run.http.latencyMs)
    const stop = isQuick ? hasten?.() : undefined
    return work().finally(stop)
  }
}
