import type { Arbitrary } from 'fast-check'
import type { Actors } from './actors/actors.ts'
import type { Accounts } from './context/accounts.ts'
import type { CheckRun } from './context/check-run.ts'
import type { Observing } from './context/observation.ts'
import type { Operations } from './context/operations.ts'
import type { RequestBodies } from './context/request-bodies.ts'
import type { Waiting } from './context/waiting.ts'
import type { Target } from './http/target.ts'

/**
 * The context of a check, in eight parts:
 * - `CheckRun`: the check itself, its end, the time
 * - `Actors`: the parties that send requests, and the counterpart with its journal
 * - `RequestBodies`: correct bodies
 * - `Operations`: the protocol's operations at the target
 * - `Target`: requests to the target other than operations
 * - `Accounts`: money and accounts that hold it
 * - `Waiting`: the requests of the target
 * - `Observing`: notifications, pages, and reports about them
 */
export type CheckContext = CheckRun &
  Actors &
  RequestBodies &
  Operations &
  Target &
  Accounts &
  Waiting &
  Observing & {
    /** Tests a property on generated values. Throws a CheckFailure with the shrunk failing value. */
    property<T>(body: PropertyBody<T>): Promise<void>
  }

/** A property: the values to generate, and the test that each must pass. */
export type PropertyBody<T> = {
  /** Returns the generator of values; the context gives the depth, amounts and identities. */
  arbitrary: (context: CheckContext) => Arbitrary<T>
  /** Tests one value; ends like the body of a check. */
  test: (context: CheckContext, value: T) => Promise<void>
  /** Runs after every value has passed, like the end of a check's body. */
  finally?: (context: CheckContext) => Promise<void>
  /** Values that are always tested first; they may depend on the amounts and identities of the run. */
  examples?: readonly T[] | ((context: CheckContext) => readonly T[])
  /** Generated values at standard depth, 24 by default (quick: a quarter, but at least two if `runs` is; thorough: fifteen times as many). */
  runs?: number
  /** Whether values may be tested concurrently: they share nothing, such as an account. */
  areIndependent?: true
  /** Returns a value as a report shows it; unchanged by default. */
  shown?: (context: CheckContext, value: T) => unknown
  /** Describes the steps of a value, for the report of a counterexample. */
  steps?: (value: T) => string[]
}
