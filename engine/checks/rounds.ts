import { type CheckDescription, drawsValues } from '../../harness/check.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { type CheckResult, runCheck } from './run-check.ts'

/** How often a check without drawn values runs: thorough depth finds occasional failures. */
const roundsAt: Readonly<Record<RunContext['depth'], number>> = { quick: 1, standard: 1, thorough: 15 }

/** Returns whether running a check again costs requests only: one that waits, observes or runs apart is run once. */
const isRepeated = (check: CheckDescription): boolean =>
  (check.kind === 'race' || !drawsValues(check)) &&
  check.kind !== 'observation' &&
  !(check.waits || check.alone || check.hangs || check.last)

/**
 * Runs a check as often as the depth requires, until it does not pass. A check that reviews the whole run runs once, since it ends with the
 * run.
 */
export const runInRounds: typeof runCheck = async (run, check, options = {}) => {
  const { place, signal, replay } = options
  let looksBack = false
  const seen = place && {
    ...place,
    othersEnded: () => {
      looksBack = true
      return place.othersEnded()
    },
  }
  const runOnce = () => runCheck(run, check, { ...options, ...(seen ? { place: seen } : {}) })
  const rounds = replay === undefined && isRepeated(check) ? roundsAt[run.depth] : 1
  let result = await runOnce()
  for (let round = 1; round < rounds && result.outcome === 'pass' && !looksBack && !signal?.aborted; round++) {
    const next = await runOnce()
    const seconds = Math.round((result.seconds + next.seconds) * 1_000) / 1_000
    if (isObstacle(next)) return { ...result, seconds, untried: [...(result.untried ?? []), unrepeated(round, next)] }
    result = { ...next, seconds }
  }
  return result
}

/** Returns whether a round was inconclusive through no fault of the harness. */
const isObstacle = ({ outcome, harnessError }: CheckResult): boolean =>
  harnessError === undefined && (outcome === 'blocked' || outcome === 'not-applicable')

const unrepeated = (rounds: number, { reason = '' }: CheckResult): string =>
  `Further rounds: it passed ${rounds === 1 ? 'once' : `${rounds} times`}, and then something was in the way: ${reason.replace(/\.$/, '')}.`
