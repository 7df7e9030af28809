import { requirements } from '../../protocol/requirements/index.ts'
import type { CheckOutcome, KnownFailureOutcome } from '../../schemas/messages.ts'
import type { KnownFailure } from '../settings/known-failing/known-failing.ts'
import type { Judgement } from './judge.ts'

type Found = Pick<CheckOutcome, 'id' | 'clauses' | 'verdict'>

/** Returns the state of each entry of a file of known failures, given the checks of one or several runs. */
export const knownOutcomes = (entries: readonly KnownFailure[], checks: readonly Found[]): KnownFailureOutcome[] =>
  entries.map(({ isExpired, ...entry }) => ({
    ...entry,
    status: isExpired ? 'expired' : statusOf(matching(entry.id, checks)),
  }))

/** A check or clause at level open never fails. */
const matching = (id: string, checks: readonly Found[]): Found[] =>
  checks.filter(
    check => (check.id === id && check.clauses.some(canFail)) || (check.clauses.includes(id) && canFail(id)),
  )

const canFail = (clause: string): boolean =>
  Object.entries(requirements).some(([id, { level }]) => id === clause && level !== 'open')

const failing: readonly string[] = ['fail', 'known', 'warn']
const passing: readonly string[] = ['pass', 'observed']

/** An entry counts as passed only if every check that could fail it was tried. */
const statusOf = (found: readonly Found[]): KnownFailureOutcome['status'] => {
  if (found.length === 0) return 'unmatched'
  if (found.some(({ verdict }) => failing.includes(verdict))) return 'fails'
  const isSettled = found.every(({ verdict }) => passing.includes(verdict) || verdict === 'not-applicable')
  return isSettled && found.some(({ verdict }) => passing.includes(verdict)) ? 'passes' : 'untried'
}

/** Leaves entries undecided that only the other targets of a run can decide. */
export const undecided = (outcomes: readonly KnownFailureOutcome[]): KnownFailureOutcome[] =>
  outcomes.map(outcome =>
    outcome.status === 'passes' || outcome.status === 'unmatched' ? { ...outcome, status: 'untried' } : outcome,
  )

/** Returns the exit code of a run: 1 if an entry must be removed, unless the run is worse or never began. */
export const exitCodeWith = (
  { exitCode }: Pick<Judgement, 'exitCode'>,
  outcomes: readonly KnownFailureOutcome[],
): Judgement['exitCode'] => (isStale(outcomes) && (exitCode === 0 || exitCode === 3) ? 1 : exitCode)

/** Returns whether an entry must be removed. */
const isStale = (outcomes: readonly KnownFailureOutcome[]): boolean =>
  outcomes.some(({ status }) => status !== 'fails' && status !== 'untried')
