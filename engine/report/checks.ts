import { requirements } from '../../protocol/requirements/index.ts'
import type { CheckOutcome, NotTried, Observation } from '../../schemas/messages.ts'
import { repeatCommand } from '../settings/options/repeat.ts'
import type { RunSettings } from '../settings/settings.ts'
import { checkVerdict, clauseVerdict } from '../verdicts.ts'
import { withValues } from '../with-values.ts'
import type { CheckRecord } from './run-outcome.ts'

/** Returns the outcome of a check with all its findings, and the command that repeats it. */
export const checkOutcome = (record: CheckRecord, settings: RunSettings): CheckOutcome => {
  const { check, result, reason } = record
  const { message, expected, actual, where, exchange, counterexample, untried, seconds, exchanges, page, blockedBy } =
    result ?? {}
  const level = (['must', 'should', 'open'] as const).find(name =>
    check.clauses.some(id => requirements[id].level === name),
  )
  return {
    id: check.id,
    title: check.title,
    clauses: [...check.clauses],
    verdict: checkVerdict(record),
    ...(level ? { level } : {}),
    ...withValues({
      seconds,
      reason,
      expected,
      actual,
      message,
      where,
      exchange,
      counterexample,
      untried,
      blockedBy,
      exchanges,
      page,
      operation: check.operations[0],
    }),
    observations: observationsOf(record),
    reproduce: repeatCommand({ ...settings, only: settings.repeatOnly ?? check.id }),
  }
}

/** Returns the observations of a check, once for each of its clauses. */
export const observationsOf = ({ check, result }: CheckRecord): Observation[] =>
  (result?.observations ?? []).flatMap(({ value, note }) =>
    check.clauses.map(clause => ({ clause, value, check: check.id, ...(note === undefined ? {} : { note }) })),
  )

/** Lists the checks that decided nothing, with the reason. */
export const notTried = (records: readonly CheckRecord[]): NotTried[] =>
  records
    .filter(record => !isTried(record))
    .map(({ check, reason = 'no reason was given' }) => ({ what: check.id, reason, clauses: [...check.clauses] }))

const isTried = (record: CheckRecord): boolean =>
  !record.check.clauses.some(clause =>
    ['blocked', 'not-applicable', 'not-selected'].includes(clauseVerdict(record, clause)),
  )
