import type { Level } from '../protocol/requirements/index.ts'
import type { RunVerdict, Verdict } from '../schemas/messages.ts'

/** How a check ended, before anybody asks how severe that is. */
export type Outcome = 'pass' | 'fail' | 'blocked' | 'not-applicable' | 'not-selected'

/** The level decides how severe a breach is, never the check. */
const failAt: Readonly<Record<Level, Verdict>> = { must: 'fail', should: 'warn', open: 'observed' }
const passAt: Readonly<Record<Level, Verdict>> = { must: 'pass', should: 'pass', open: 'observed' }

/** The verdict of one check on a clause of this level; `known`: it stands in the file of known failures. */
export const verdictOf = (outcome: Outcome, level: Level, known = false): Verdict => {
  if (outcome === 'fail') return known && level !== 'open' ? 'known' : failAt[level]
  return outcome === 'pass' ? passAt[level] : outcome
}

/** What the verdict of a run rests on. */
export type Tally = {
  clauses: readonly { level: Level; verdict: Verdict }[]
  /** Only a part of the checks was asked for. */
  partial: boolean
  /** The run was cut short, or the target could not be reached. */
  cutShort: boolean
  /** At least one check that calls an operation of the role reached an answer. */
  tried: boolean
}

/** The verdict of a run, as the contract defines it. */
export const runVerdict = ({ clauses, partial, cutShort, tried }: Tally): RunVerdict => {
  const must = clauses.filter(clause => clause.level === 'must').map(clause => clause.verdict)
  if (must.includes('fail') || must.includes('known')) return 'non-conformant'
  if (cutShort || !tried || must.includes('blocked')) return 'incomplete'
  return partial ? 'partial' : 'conformant'
}

/** 0, 1 or 3: conformant, non-conformant, incomplete. Known failures spare the exit code, never the verdict. */
export const exitCodeOf = (verdict: RunVerdict, tally: Tally, failOn: 'must' | 'should'): 0 | 1 | 3 => {
  const verdicts = tally.clauses.map(clause => clause.verdict)
  if (verdicts.includes('fail') || (failOn === 'should' && verdicts.includes('warn'))) return 1
  const mustBlocked = tally.clauses.some(clause => clause.level === 'must' && clause.verdict === 'blocked')
  return verdict === 'incomplete' || tally.cutShort || !tally.tried || mustBlocked ? 3 : 0
}
