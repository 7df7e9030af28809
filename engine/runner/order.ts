import type { Check } from '../../harness/clause.ts'
import { isNear } from '../../harness/patience.ts'
import { mostInRace } from '../../harness/race.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { isOfPages } from '../../pages/sparing-driver.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import { firstLookOf } from '../checks/first-look.ts'
import { concurrency } from '../open-client.ts'
import type { Stage } from './stages.ts'

/**
 * Sorts checks into the phases of a run. Most run together: first those that mostly wait, since they give up their places, then the long
 * ones. Then, one by one: races, which start once the others only wait; checks that measure; checks that review the whole run; and checks
 * that make the target hang.
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

/** Starts checks of pages first: a browser runs only a few at a time, and does most of the work of a page, so others run beside it. */
const pagesFirst: Order = (a, b) => Number(isOfPages(b)) - Number(isOfPages(a)) || longestFirst(a, b)

const orderOf = ({ pages: { drivers } }: RunContext): Order =>
  [drivers.checkout, drivers.consent].some(({ name }) => name === 'browser') ? pagesFirst : longestFirst

const isRace = ({ kind }: Check): boolean => kind === 'race'

/**
 * How many races run at the same time against a distant target: there, the network delay exceeds the time that one race delays another.
 * The requests of a race hold their turns until all of them have one, and there are enough turns for two races.
 */
const farRaces = Math.floor(concurrency / mostInRace)

/** How many checks run at the same time. With `most` 1, two would disturb each other even while one of them only waits. */
type Limits = { most: number; races: number }

const stagesInOrder = (checks: readonly Check[], { most, races: racesAtOnce }: Limits, order?: Order): Stage[] => {
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
 * Returns the stages of a run with a time limit: first one check for each must clause, then the other must checks, then the rest. Long
 * checks do not go first.
 */
const stagesWithinBudget = (checks: readonly Check[], limits: Limits): Stage[] => {
  const musts = checks.filter(decidesMust)
  const firstLook = firstLookOf(musts)
  const later = musts.filter(check => !firstLook.includes(check))
  return [
    ...stagesInOrder([...firstLook, ...later], limits, byWaiting),
    ...stagesInOrder(
      checks.filter(check => !musts.includes(check)),
      limits,
      byWaiting,
    ),
  ]
}

const limitsOf = ({ obstacles, http }: RunContext): Limits => {
  // If a user can have only one open request, two checks would disturb each other.
  if (obstacles.sideBySide !== undefined) return { most: 1, races: 1 }
  return { most: concurrency, races: isNear(http.latencyMs) ? 1 : farRaces }
}

/** Returns the stages of a run, in order. `hasBudget`: the run has a time limit. */
export const stagesOf = (run: RunContext, checks: readonly Check[], hasBudget: boolean): Stage[] =>
  hasBudget ? stagesWithinBudget(checks, limitsOf(run)) : stagesInOrder(checks, limitsOf(run), orderOf(run))
