import type { CheckOutcome } from '../schemas/messages.ts'

/** How a run reports its progress. */
export type RunHooks = {
  /** Interrupts the run, which then ends with an incomplete report. */
  signal: AbortSignal
  /** Called with the number of checks, before the first. */
  onStart?: (total: number) => void
  /** Called with the address of the page that lists the tasks of a person, when the first task arrives. */
  onPerson?: (url: string) => void
  /** Called with the checks that are running, when none has begun or ended for a while. */
  onWaiting?: (ids: string[]) => void
  /** Called when the bundled reference reports an internal problem, such as a bug. */
  onReported?: (text: string) => void
  onCheck?: (outcome: Pick<CheckOutcome, 'id' | 'title' | 'verdict'>) => void
}
