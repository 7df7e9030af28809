import { isDeepStrictEqual } from 'node:util'
import { textOf } from '../protocol/json/any-json.ts'
import { isObject } from '../protocol/json/json.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'

/**
 * A check that does not pass throws one of the errors below. Any other error is a fault of the harness, and never counts against the
 * target.
 */

type FailureValues = {
  expected: string
  actual: string
  at?: string | undefined
  isProof?: boolean | undefined
  byKey?: boolean | undefined
}

/** The target fails the clause. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
  readonly expected: string
  readonly actual: string
  /** Id of the failed exchange; by default the last one of the check. */
  readonly at: string | undefined
  /** Whether the response itself proves the fault, like a wrong signature: then it counts even if it does not recur. */
  readonly isProof: boolean
  /** Whether the failure depends on the key that the target published when the run began. */
  readonly byKey: boolean

  constructor(message: string, values: FailureValues) {
    super(message)
    this.expected = values.expected
    this.actual = values.actual
    this.at = values.at
    this.isProof = values.isProof ?? false
    this.byKey = values.byKey ?? false
  }
}

/** The reason if an obstacle comes without one: a check is never blocked without a reason. */
export const unexplained =
  'blocked without a reason, which is a fault of the harness; run the check alone with --only, and report it'

/** The check could not run: something is missing, unreachable or not provisioned, or its control was rejected. */
export class Blocked extends Error {
  override readonly name: string = 'Blocked'
  /** The clauses whose failure blocks the check, if any. */
  readonly by: readonly RequirementId[]

  constructor(reason: string, by: readonly RequirementId[] = []) {
    super(reason.trim() === '' ? unexplained : reason)
    this.by = by
  }
}

/**
 * A request got no response: the connection broke, or the time ran out. The check is retried; if the same request stays unanswered while
 * others are answered, that is a finding.
 */
export class Unanswered extends Blocked {
  /** The name of the request in the report. */
  readonly what: string
  /** Why there was no response. */
  readonly silence: string
  /** Whether the request was the control of a negative check: another clause decides that. */
  readonly isControl: boolean

  constructor(what: string, silence: string, isControl = false) {
    super(`no response to ${what}: ${silence}`)
    this.what = what
    this.silence = silence
    this.isControl = isControl
  }
}

/** A page may have been misread, so that its result says nothing about the target. */
export class Misread extends Blocked {}

/** The target could not be reached: the check is retried once the target answers. */
export class Unreachable extends Blocked {}

/** A page was opened with a driver that proved unsuitable: the check is retried with the next driver. */
export class WrongPageDriver extends Blocked {}

/** A transfer conflicted with another: the check is retried, and such transfers are sent exclusively from now on. */
export class TransferConflict extends Blocked {}

/** The run ends early; the message says why. */
export class RunEnded extends Blocked {}
/** The counterpart may have lost a request of the target: the check is retried. */
export class Lost extends Blocked {}

/** Returns whether to retry a check immediately, since the obstacle may be gone. */
export const isTriedAgain = (error: unknown): error is Blocked =>
  [WrongPageDriver, TransferConflict, Lost].some(kind => error instanceof kind)

/** The clause does not apply to this target, which does not declare the capability or does not meet the condition. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** Throws NotApplicable; `reason` is a whole sentence for the report. */
export const notApplicable = (reason: string): never => {
  throw new NotApplicable(reason)
}

/** Throws Blocked; `reason`: what is missing and how to supply it; `by`: the clauses whose failure blocks the check. */
export const blocked = (reason: string, ...by: readonly RequirementId[]): never => {
  throw new Blocked(reason, by)
}

/** Shortens a value from a target to `limit` characters, so that it cannot fill a report. */
export const brief = (value: unknown, limit = 400): string => {
  const whole = textOf(value)
  return whole.length > limit ? `${whole.slice(0, limit)}… (${whole.length} characters)` : whole
}

/** Writes a string as ASCII JSON with escapes, so that strings that look the same can be distinguished. Long ones are shortened. */
export const spelled = (value: string): string =>
  brief(
    JSON.stringify(value).replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    60,
  )

/**
 * The expected and the received value; `at`: the wrong response, by default the last one of the check; `isProof`: the response proves the
 * fault even if it does not recur; `byKey`: a signature does not verify with the target's key.
 */
type Difference = {
  expected: unknown
  actual: unknown
  at?: { exchange: string } | undefined
  isProof?: boolean
  byKey?: boolean
}

/** Throws a CheckFailure; `message` states the fault in one sentence. */
export const fail = (message: string, { expected, actual, at, ...kind }: Difference): never => {
  throw new CheckFailure(message, { expected: brief(expected), actual: brief(actual), at: at?.exchange, ...kind })
}

/** Throws a CheckFailure unless `condition` is true. */
export function expectThat(condition: boolean, message: string, values: Difference): asserts condition {
  if (!condition) fail(message, values)
}

/** Throws a CheckFailure unless both are the same JSON value; the order of members does not matter. `what`: the name of the value. */
export const expectSame = (actual: unknown, expected: unknown, what: string): void => {
  expectThat(isSameJson(actual, expected), `${what} does not have the expected value`, { expected, actual })
}

/** Returns whether two JSON values are equal. The order of members does not matter, and −0 equals 0. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(unsignedZeros(a), unsignedZeros(b))

const unsignedZeros = (value: unknown): unknown => {
  if (value === 0) return 0
  if (Array.isArray(value)) return value.map(unsignedZeros)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unsignedZeros(item)]))
    : value
}
