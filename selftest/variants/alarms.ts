import type { CheckResult } from '../../engine/checks/run-check.ts'
import { type OpenRun, openRun } from '../../engine/open-run.ts'
import { runChecks } from '../../engine/runner/in-process.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { drawsValues } from '../../harness/check.ts'
import type { Check } from '../../harness/clause.ts'
import type { AnyVariant } from '../../implementations/variants/variant.ts'
import type { Role } from '../../protocol/operations.ts'
import { type RequirementId, requirements } from '../../protocol/requirements/index.ts'
import { checksOf } from '../../suites/index.ts'
import { type Certified, certifyTarget, clausesThat, withImplementation } from '../certify.ts'
import { together } from '../together.ts'

/** How to try an implementation: the depth, the number of seeds from `first` (1 by default), and of seeds for the whole suite. */
export type Trials = { depth: RunSettings['depth']; seeds: number; first?: number; wholeSeeds?: number }

/** Longer than a whole run at standard depth on a busy machine, in milliseconds. */
const longestRunMs = 10 * 60_000

/**
 * Returns a sentence for each false alarm at a conformant implementation: a check that fails, warns, or is unexpectedly blocked. The whole
 * suite runs with the first seed, and only checks that draw values with the others, since seeds do not affect the rest.
 */
const alarmsOnce = (role: Role, variant: AnyVariant, trials: Trials): Promise<string[]> =>
  withImplementation(
    role,
    { implementation: variant, settings: { depth: trials.depth, seed: trials.first ?? 1 } },
    async settings => [
      ...alarmsIn(await certifyTarget(settings, longestRunMs), variant),
      ...(trials.seeds > 1 ? await alarmsOfOtherSeeds(settings, variant, trials) : []),
    ],
  )

/** The reason of a check that is blocked because the machine was too slow: it says nothing about the implementation. */
const excuse = /this machine was too slow/

/** Returns the alarms of an implementation; tries it again, once, if the machine was too slow. */
const alarmsOf = async (...tried: Parameters<typeof alarmsOnce>): Promise<string[]> => {
  const alarms = await alarmsOnce(...tried)
  return alarms.some(alarm => excuse.test(alarm)) ? alarmsOnce(...tried) : alarms
}

/**
 * Returns the alarms of each variant of a group. One implementation combines all their choices, as real ones do. If it raises an alarm,
 * each is tried alone; an alarm that none raises alone counts for all.
 */
export const alarmsOfEach = async (role: Role, group: readonly AnyVariant[], trials: Trials): Promise<string[][]> => {
  const alarms = await alarmsOf(role, together(group), trials)
  if (alarms.length === 0 || group.length === 1) return group.map(() => alarms)
  const alone: string[][] = []
  for (const variant of group) alone.push(await alarmsOf(role, variant, trials))
  return alone.some(({ length }) => length > 0) ? alone : group.map(() => alarms.map(alarm => `together, ${alarm}`))
}

/** Returns the unexpected verdicts of a whole run. */
const alarmsIn = (certified: Certified, variant: AnyVariant): string[] => {
  const { blocks = {} } = variant
  const isOpen = Object.keys(blocks).some(id => requirements[id as RequirementId].level === 'must')
  const verdict = isOpen ? 'incomplete' : 'conformant'
  const blocked = clausesThat(certified, 'blocked')
  const unblocked = (Object.keys(blocks) as RequirementId[]).filter(id => !blocked.includes(id))
  return [
    ...certified.report.checks
      .filter(check => check.verdict === 'fail' || check.verdict === 'warn' || isUnexpectedlyBlocked(check, variant))
      .map(({ id, verdict: got, message, reason }) => `${id}: ${got}, ${message ?? reason}`),
    ...(certified.report.verdict === verdict ? [] : [`the run is ${certified.report.verdict}, not ${verdict}`]),
    ...unblocked.map(id => `${id} is not blocked`),
  ]
}

const isUnexpectedlyBlocked = (
  { verdict, clauses }: { verdict: string; clauses: readonly string[] },
  { blocks, mayBlock }: AnyVariant,
): boolean => verdict === 'blocked' && !clauses.every(id => Object.hasOwn({ ...blocks, ...mayBlock }, id))

/** Tries the seeds after the first in one open run, against the same target, as in the field. */
const alarmsOfOtherSeeds = async (
  settings: RunSettings,
  variant: AnyVariant,
  { seeds, first = 1, wholeSeeds = 1 }: Trials,
): Promise<string[]> => {
  const open = await openRun(settings, { write: () => undefined }, AbortSignal.timeout(longestRunMs))
  const alarms: string[] = []
  try {
    for (let seed = first + 1; seed < first + seeds; seed++) {
      const checks = checksOf(open.run.role).filter(check => seed < first + wholeSeeds || drawsValues(check))
      const results = await runChecks(withSeed(open, seed), checks, AbortSignal.timeout(longestRunMs))
      const missing = checks.length - results.length
      alarms.push(...results.flatMap(result => alarmOf(result, { seed, checks, variant })))
      if (missing > 0) alarms.push(`seed ${seed}: ${missing} checks did not run`)
    }
  } finally {
    await open.close()
  }
  return alarms
}

/** Returns the open run with another seed; `close` does nothing. */
const withSeed = (open: OpenRun, seed: number): OpenRun => ({
  ...open,
  run: { ...open.run, seed },
  close: async () => undefined,
})

type Trial = { seed: number; checks: readonly Check[]; variant: AnyVariant }

const alarmOf = (
  { id, outcome, message, reason, harnessError }: CheckResult,
  { seed, checks, variant }: Trial,
): string[] => {
  const { clauses = [] } = checks.find(check => check.id === id) ?? {}
  const isWrong = outcome === 'fail' || isUnexpectedlyBlocked({ verdict: outcome, clauses }, variant)
  return isWrong || harnessError ? [`seed ${seed}: ${id}: ${outcome}, ${harnessError ?? message ?? reason}`] : []
}
