import type { CheckDescription } from '../harness/check.ts'
import { type Level, type RequirementId, requirements } from '../protocol/requirements/index.ts'
import type { RunVerdict, Verdict } from '../schemas/messages.ts'
import { mostSevere } from '../schemas/verdicts.ts'

/** How a check ended; its severity depends on the levels of its clauses. */
export type Outcome = 'pass' | 'fail' | 'blocked' | 'not-applicable' | 'not-selected'

/** The level of a clause decides how severe a failure is, never the check. */
const failAt: Readonly<Record<Level, Verdict>> = { must: 'fail', should: 'warn', open: 'observed' }
const passAt: Readonly<Record<Level, Verdict>> = { must: 'pass', should: 'pass', open: 'observed' }

/** Returns the verdict of a check on a clause of this level; `isKnown`: the file of known failures lists it. */
export const verdictOf = (outcome: Outcome, level: Level, isKnown = false): Verdict => {
  if (outcome === 'fail') return isKnown && level !== 'open' ? 'known' : failAt[level]
  return outcome === 'pass' ? passAt[level] : outcome
}

/** A check with its outcome, and the ids of clauses and checks whose failure is known. */
export type EndedCheck = { check: CheckDescription; outcome: Outcome; knownFailing: readonly string[] }

/** Returns the verdict of a check on one of its clauses. */
export const clauseVerdict = ({ check, outcome, knownFailing }: EndedCheck, clause: RequirementId): Verdict => {
  const isKnown = knownFailing.includes(clause) || knownFailing.includes(check.id)
  return verdictOf(outcome, requirements[clause].level, isKnown)
}

/** Returns the most severe verdict of a check over all its clauses. */
export const checkVerdict = (ended: EndedCheck): Verdict =>
  mostSevere(ended.check.clauses.map(clause => clauseVerdict(ended, clause)))

/** A clause with its verdict; `blockedBy`: the clauses whose failure blocks it, if only they do. */
type Tallied = { id?: string; level: Level; verdict: Verdict; blockedBy?: readonly string[] }

/** The facts that decide the verdict of a run. */
export type Tally = {
  clauses: readonly Tallied[]
  /** Only a part of the checks was selected. */
  partial: boolean
  /** The run was interrupted, or the preflight stopped it. */
  cutShort: boolean
  /** At least one check that calls an operation of the role passed or failed, or none was selected. */
  tried: boolean
}

/** Returns the verdict of a run. A failed must clause outranks an incomplete run. */
export const runVerdict = ({ clauses, partial, cutShort, tried }: Tally): RunVerdict => {
  const must = clauses.filter(clause => clause.level === 'must').map(clause => clause.verdict)
  if (must.includes('fail') || must.includes('known')) return 'non-conformant'
  if (cutShort || !tried || must.includes('blocked')) return 'incomplete'
  return partial ? 'partial' : 'conformant'
}

/** Returns the clauses whose failure is known, and those blocked only by such failures. */
const sparedIn = (clauses: readonly Tallied[]): ReadonlySet<string | undefined> => {
  const spared = new Set(clauses.filter(({ verdict }) => verdict === 'known').map(({ id }) => id))
  const isSpared = ({ blockedBy = [] }: Tallied) => blockedBy.length > 0 && blockedBy.every(id => spared.has(id))
  // A check that a known failure blocks may block others in turn.
  for (let before = -1; before < spared.size; ) {
    before = spared.size
    for (const clause of clauses) if (clause.verdict === 'blocked' && isSpared(clause)) spared.add(clause.id)
  }
  return spared
}

/**
 * Returns 0 (conformant), 1 (non-conformant) or 3 (incomplete). A known failure, or a check that only known failures block, changes the
 * exit code but never the verdict.
 */
export const exitCodeOf = (tally: Tally, failOn: 'must' | 'should'): 0 | 1 | 3 => {
  const verdicts = tally.clauses.map(clause => clause.verdict)
  if (verdicts.includes('fail') || (failOn === 'should' && verdicts.includes('warn'))) return 1
  const spared = sparedIn(tally.clauses)
  const isInTheWay = ({ id, level, verdict: own }: Tallied) =>
    level === 'must' && own === 'blocked' && !(id !== undefined && spared.has(id))
  const mustBlocked = tally.clauses.some(isInTheWay)
  return tally.cutShort || !tally.tried || mustBlocked ? 3 : 0
}
