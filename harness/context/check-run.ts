import type { CheckDescription } from '../check.ts'
import type { Counterexample } from '../counterexample.ts'
import type { Held } from '../pages.ts'

/** One run of one check: its description, time limit and clean-up. */
export type CheckRun = {
  readonly check: CheckDescription
  /** Aborts when the check runs out of time or the run is interrupted. */
  readonly signal: AbortSignal
  /** The counterexample to replay, if any. */
  readonly replay: Counterexample | undefined
  /** Returns the Unix second that the target's clock shows. */
  now(): number
  /** Returns the Unix second for the timestamps of requests. */
  requestNow(): number
  /**
   * Waits until `seconds` of the target's time have passed. With `byMoving`, advances its clock instead, after every other check has ended,
   * since their data would expire as well. Blocks the check if the clock does not advance.
   */
  letPass(seconds: number, byMoving: boolean): Promise<void>
  /** Returns a lifetime of at least `seconds` that leaves time for a few requests at the pace of the target. */
  lifetime(seconds: number): number
  /** Waits for the target or another check, without using up the check's time or occupying its place. */
  idle<T>(work: Promise<T>): Promise<T>
  /** Records that a person is asked to do something. */
  asked(): void
  /**
   * Waits until every other check has ended or is waiting for the same. First runs the steps registered with `afterwards`, so that others
   * can continue.
   */
  restOfRun(): Promise<void>
  /** Registers a final step that runs after all checks have ended, if this check has passed; it may end the check like its body. */
  atEndOfRun(look: () => void | Promise<void>): void
  /** Takes ownership of an open resource, such as a browser, and closes it when the check has ended. */
  hold(held: Held): void
  /** Registers a step that runs when the check has ended, whatever its outcome. */
  afterwards(undo: () => void | Promise<void>): void
}
