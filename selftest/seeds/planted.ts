import type { RunSettings } from '../../engine/settings/settings.ts'
import type { CheckKind } from '../../harness/check.ts'
import type { AnyMutant } from '../../implementations/mutants/index.ts'
import type { Role } from '../../protocol/operations.ts'
import { hasFailed, type ReplayResult, replayResult } from '../../reports/replay.ts'
import type { Report } from '../../schemas/messages.ts'
import { allChecks } from '../../suites/index.ts'
import { certifyReference, certifyTarget, withImplementation } from '../certify.ts'

/** How the checks of the broken clause found a planted fault, with one seed. */
export type Trial = {
  /** The check that found it, and its kind; absent: none did. */
  check?: string
  checkKind?: CheckKind
  /** The shrunk value as JSON, its effect in words, and how often it was shrunk; absent: the check draws no values. */
  value?: string
  steps?: string[]
  shrinks?: number
  /** The outcomes of replaying it against the fault. */
  replays: ReplayResult[]
  /** The outcome of replaying it against the unchanged reference. */
  afterwards?: ReplayResult
}

/** The number of replays against the fault. */
const replays = 3

/** Longer than any run of one clause lasts, in milliseconds. */
const longestMs = 10 * 60_000

type Failure = Report['checks'][number]

/** Tries a planted fault by the checks of its clause at standard depth, and replays the failure. */
export const tryPlanted = (role: Role, mutant: AnyMutant, seed: number): Promise<Trial> =>
  withImplementation(
    role,
    { implementation: mutant, settings: { seed, depth: 'standard', only: [mutant.breaks] } },
    async settings => {
      const { report } = await certifyTarget(settings, longestMs)
      const failure = clearestFailure(report, mutant)
      if (failure === undefined) return { replays: [] }
      const again = againOf(settings, failure)
      const results: ReplayResult[] = []
      for (let time = 0; time < replays; time++)
        results.push(resultOf(failure, (await certifyTarget({ ...settings, ...again }, longestMs)).report))
      const fixed = await certifyReference({}, again, role)
      return { ...describeFailure(failure), replays: results, afterwards: resultOf(failure, fixed.report) }
    },
  )

/**
 * Returns the failed check of the broken clause with the shortest value, or the first if none draws values. For a race it prefers a check
 * of races: any other finds it by chance, and not again.
 */
const clearestFailure = ({ checks }: Report, { breaks, kind }: AnyMutant): Failure | undefined => {
  const all = checks.filter(check => hasFailed(check) && check.clauses.includes(breaks))
  const races = kind === 'races' ? all.filter(check => kindOf(check) === 'race') : []
  const failed = races.length > 0 ? races : all
  const [shortest] = failed
    .filter(({ counterexample }) => counterexample !== undefined)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))
  return shortest ?? failed[0]
}

const lengthOf = ({ counterexample }: Failure): number =>
  JSON.stringify(counterexample?.steps ?? counterexample?.value ?? null).length

/** Returns the settings that `replay` changes: the one check, and the value that failed it. */
const againOf = ({ seed, depth }: RunSettings, { id, counterexample }: Failure): Partial<RunSettings> => ({
  seed,
  depth: kindOf({ id }) === 'race' ? 'thorough' : depth,
  only: [id],
  ...(counterexample
    ? { counterexample: { runs: 0, shrinks: 0, ...counterexample, value: counterexample.value } }
    : {}),
})

const resultOf = (before: Failure, { checks }: Report): ReplayResult => {
  const after = checks.find(({ id }) => id === before.id)
  return after ? replayResult(before, after, kindOf(before)) : 'DIFFERENT'
}

const kindOf = ({ id }: Pick<Failure, 'id'>): CheckKind | undefined => allChecks.find(check => check.id === id)?.kind

/** Longer values are cut. */
const mostCharacters = 400

const describeFailure = ({ id, counterexample }: Failure): Omit<Trial, 'replays'> => {
  const checkKind = kindOf({ id })
  return {
    check: id,
    ...(checkKind ? { checkKind } : {}),
    ...(counterexample
      ? { value: JSON.stringify(counterexample.value).slice(0, mostCharacters), shrinks: counterexample.shrinks ?? 0 }
      : {}),
    ...(counterexample?.steps ? { steps: counterexample.steps } : {}),
  }
}
