import type { CheckDescription } from '../check.ts'
import type { Counterexample } from '../counterexample.ts'

/** One run of one check: which check it is, when it has to end, and what happens at its end. */
export type CheckRun = {
  readonly check: CheckDescription
  /** Aborts when the check runs out of time or the run is interrupted. */
  readonly signal: AbortSignal
  /** The counterexample to try again, if this run repeats one. */
  readonly replay: Counterexample | undefined
  /** Returns the Unix second that the target's clock shows. */
  now(): number
  /** Returns a lifetime of at least `seconds` that leaves time for a few requests at the pace of the target. */
  lifetime(seconds: number): number
  /** Registers a step that runs when the check has ended, whatever its outcome. */
  afterwards(undo: () => void | Promise<void>): void
}
