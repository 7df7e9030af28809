import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../protocol/json.ts'

/**
 * How a check can end besides passing. A check throws one of these; anything else that it throws is a fault of the
 * harness itself and never blamed on the target.
 */

/** The target broke what the clause says. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
  readonly expected: string
  readonly actual: string

  constructor(message: string, seen: { expected: string; actual: string }) {
    super(message)
    this.expected = seen.expected
    this.actual = seen.actual
  }
}

/** The check could not be tried: something it needs is missing, unreachable, not provisioned, or its control was refused. */
export class Blocked extends Error {
  override readonly name: string = 'Blocked'
}

/**
 * A request got no response: the connection broke, or nothing came in time. The check is tried again; one that stays
 * unanswered at the same request, while others are answered, is a finding.
 */
export class Unanswered extends Blocked {
  /** The request, as a report names it. */
  readonly what: string
  /** The request was the control of a negative check: its own clause decides it. */
  readonly isControl: boolean

  constructor(what: string, silence: string, isControl = false) {
    super(`no response to ${what}: ${silence}`)
    this.what = what
    this.isControl = isControl
  }
}

/** The clause does not apply to this target: a capability that is not declared, a condition that does not hold. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** Ends a check whose clause does not apply here; `reason` is a whole sentence for the report. */
export const notApplicable = (reason: string): never => {
  throw new NotApplicable(reason)
}

/** Ends a check that cannot be tried; `reason` says what is missing and how to supply it. */
export const blocked = (reason: string): never => {
  throw new Blocked(reason)
}

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)))

/** Shortens what a target sent, so that one answer cannot fill a report. */
export const brief = (value: unknown, limit = 400): string => {
  const whole = text(value)
  return whole.length > limit ? `${whole.slice(0, limit)}… (${whole.length} characters)` : whole
}

/** The target broke its clause: `message` says what, in one sentence. */
export const fail = (message: string, seen: { expected: unknown; actual: unknown }): never => {
  throw new CheckFailure(message, { expected: brief(seen.expected), actual: brief(seen.actual) })
}

/** Breaks the clause unless `condition` holds. */
export function expectThat(
  condition: boolean,
  message: string,
  seen: { expected: unknown; actual: unknown },
): asserts condition {
  if (!condition) fail(message, seen)
}

/** Breaks the clause unless both values are the same JSON value, whatever the order of members. */
export const expectSame = (actual: unknown, expected: unknown, what: string): void => {
  expectThat(isSameJson(actual, expected), `${what} is not what it has to be`, { expected, actual })
}

/** Returns whether two JSON values are equal. The order of members does not count, and −0 equals 0. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(unsignedZeros(a), unsignedZeros(b))

const unsignedZeros = (value: unknown): unknown => {
  if (value === 0) return 0
  if (Array.isArray(value)) return value.map(unsignedZeros)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unsignedZeros(item)]))
    : value
}
