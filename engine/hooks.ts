import type { CheckOutcome } from '../schemas/messages.ts'

/** How a run tells of itself while it lasts. */
export type RunHooks = {
  /** Aborted where somebody interrupts: the run then ends with an incomplete report. */
  signal: AbortSignal
  /** The checks of this run are known: how many there are. */
  onStart?: (total: number) => void
  onCheck?: (outcome: Pick<CheckOutcome, 'id' | 'title' | 'verdict'>) => void
}
