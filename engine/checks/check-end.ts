import type { CheckLimit } from '../../harness/check-limit.ts'
import type { Counterexample } from '../../harness/counterexample.ts'
import { machineLimitOf } from '../../harness/machine-limits.ts'
import {
  Blocked,
  brief,
  CheckFailure,
  isTriedAgain,
  NotApplicable,
  RunEnded,
  Unanswered,
  Unreachable,
} from '../../harness/outcome.ts'
import { Falsified } from '../../harness/property.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import type { Json } from '../../protocol/json/json.ts'
import type { Counterexample as CounterexampleDocument } from '../../schemas/messages.ts'
import { type Try, tooSlow } from './tries.ts'

/** How a check ended, with the reason if it decided nothing. `at`: the id of the failed exchange. */
export type CheckEnd = ({ outcome: 'pass' | 'fail' } | { outcome: 'blocked' | 'not-applicable'; reason: string }) &
  Partial<Omit<Try, 'outcome'>> & {
    at?: string | undefined
    counterexample?: CounterexampleDocument
    blockedBy?: string[]
    harnessError?: string
  }

/** If the machine's own delays reach this many milliseconds, it is to blame for a check that ran out of time. */
const slowMachineMs = 5_000

/** Returns why a check did not end in time. */
export const outOfTime = ({ lostMs, signal: { reason } }: CheckLimit): CheckEnd => {
  if (reason instanceof RunEnded) return { outcome: 'blocked', reason: reason.message }
  return {
    outcome: 'blocked',
    reason:
      lostMs < slowMachineMs
        ? 'the check ran out of time, or the run was interrupted'
        : `${tooSlow(lostMs)}: the check ran out of time`,
  }
}

/** Runs the body of a check, and returns how it ended. */
export const outcomeOf = async (run: () => Promise<void>, limit: CheckLimit): Promise<CheckEnd> => {
  try {
    await run()
    // A wait that was aborted proves nothing.
    return limit.signal.aborted ? outOfTime(limit) : { outcome: 'pass' }
  } catch (error) {
    // After an abort, any error except a finding is a consequence of it, not a fault of the harness.
    return limit.signal.aborted && !(error instanceof CheckFailure) ? outOfTime(limit) : outcomeOfError(error)
  }
}

/** Returns what an error that ended a check means: a finding, an obstacle, or a fault of the harness. */
export const outcomeOfError = (error: unknown): CheckEnd => {
  if (error instanceof CheckFailure) {
    const { message, expected, actual, at } = error
    const counterexample = error instanceof Falsified ? { counterexample: toDocument(error.counterexample) } : {}
    const proof = error.isProof ? { isProof: true as const } : {}
    const key = error.byKey ? { byKey: true as const } : {}
    return { outcome: 'fail', message, expected, actual, at, ...proof, ...key, ...counterexample }
  }
  if (error instanceof Unanswered) return { outcome: 'blocked', reason: error.message, unanswered: error }
  if (error instanceof Unreachable) return { outcome: 'blocked', reason: error.message, isUnreachable: true }
  if (isTriedAgain(error)) return { outcome: 'blocked', reason: error.message, isRetryable: true }
  if (error instanceof Blocked)
    return { outcome: 'blocked', reason: error.message, ...(error.by.length > 0 ? { blockedBy: [...error.by] } : {}) }
  if (error instanceof NotApplicable) return { outcome: 'not-applicable', reason: error.message }
  const limit = machineLimitOf(error)
  if (limit) return { outcome: 'blocked', reason: `${limit.cause}. ${limit.remedy}` }
  const stack = error instanceof Error ? (error.stack ?? error.message) : textOf(error)
  return {
    outcome: 'blocked',
    reason: `the harness failed: ${brief(error instanceof Error ? error.message : error)}`,
    harnessError: stack,
  }
}

/** Converts the value to JSON; what JSON cannot hold (bytes, undefined) becomes text. */
const toDocument = (found: Counterexample): CounterexampleDocument => ({ ...found, value: toJson(found.value) })

const toJson = (value: unknown): Json => {
  const text = JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? String(member) : member))
  return text === undefined ? textOf(value) : (JSON.parse(text) as Json)
}
