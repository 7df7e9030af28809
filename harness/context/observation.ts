import type { Json } from '../../protocol/json/json.ts'
import type { Actors } from '../actors/actors.ts'
import type { RecordedRequest, RequestFilter } from '../counterpart.ts'
import type { Target } from '../http/target.ts'
import { customerOf } from '../page-users.ts'
import type { Customer } from '../pages.ts'
import { addUntried, type Trace } from '../trace.ts'
import type { CheckRun } from './check-run.ts'
import type { Waiting } from './waiting.ts'

/** What a check sees of the target other than its responses, and what it reports about it. */
export type Observing = {
  /**
   * Waits for a notification of one transaction, by its order id or reference, as long as the run waits for what has to
   * come; with `ms` only that long.
   */
  notifications(reference: string, ms?: number): Promise<RecordedRequest[]>
  /** Returns a customer with a browser of its own, which may send in its own way. */
  customer(send?: Target['send']): Customer
  /** Returns a customer for what only a program does, such as reading and forging a submission: never a person. */
  programCustomer(): Customer
  /** Reports what the target chose where the document is silent. */
  observe(value: Json, note?: string): void
  /**
   * Reports that one part of the clause could not be tried, while the check goes on with the others. `part` says in whole
   * sentences which part, why, and what would let it be tried. The verdict stays, and the report shows the part with it.
   */
  untried(part: string): void
}

type Dependencies = { actors: Actors; target: Target; checkRun: CheckRun; trace: Trace; waiting: Waiting }

/** Returns what a check sees of the target: its notifications and pages. */
export const createObserving = ({
  actors,
  target,
  checkRun: { signal, idle, hold, check, asked },
  trace,
  waiting,
}: Dependencies): Observing => ({
  notifications: (reference, ms) => {
    const isAbout: RequestFilter = request => request.kind === 'notification' && request.reference === reference
    return ms === undefined ? waiting.awaitRequests(isAbout) : waiting.requestsWithin(ms, isAbout)
  },
  customer: (send = target.send) => customerOf(actors.run, { send, signal, idle, hold, check, asked }),
  programCustomer: () => customerOf(actors.run, { send: target.send, signal, idle, hold, check, program: true }),
  observe: (value, note) => void trace.observations.push({ value, ...(note === undefined ? {} : { note }) }),
  untried: part => addUntried(trace, part),
})
