import type { CheckDescription } from '../check.ts'
import type { Counterexample } from '../counterexample.ts'
import type { Held } from '../pages.ts'

/** One run of one check: which check it is, when it has to end, and what happens at its end. */
export type CheckRun = {
  readonly check: CheckDescription
  /** Aborts when the check runs out of time or the run is interrupted. */
  readonly signal: AbortSignal
  /** The counterexample to try again, if this run repeats one. */
  readonly replay: Counterexample | undefined
  /** Returns the Unix second that the target's clock shows. */
  now(): number
  /** Returns the Unix second that requests are stamped by. */
  requestNow(): number
  /**
   * Lets so many seconds of the target's time pass. With `byMoving` its clock is moved on, when every other check has ended: what they
   * keep would be over, too. Blocks the check if it is not moved.
   */
  letPass(seconds: number, byMoving: boolean): Promise<void>
  /** Returns a lifetime of at least `seconds` that leaves time for a few requests at the pace of the target. */
  lifetime(seconds: number): number
  /** Waits for others: the target in its own time, or another check. It costs the check no time, and others no place. */
  idle<T>(work: Promise<T>): Promise<T>
  /** Notes that a person is asked to do something. */
  asked(): void
  /**
   * Waits until every other check has ended, or waits for that as well. Before, it undoes what the check registered with
   * `afterwards`, so that others can go on.
   */
  restOfRun(): Promise<void>
  /** Registers a last look that runs if the check has passed, when all checks have ended; it ends like a check. */
  atEndOfRun(look: () => void | Promise<void>): void
  /** Takes over a browser or the like: it is closed when the check has ended. */
  hold(held: Held): void
  /** Registers a step that runs when the check has ended, whatever its outcome. */
  afterwards(undo: () => void | Promise<void>): void
}
