import type { Json } from '../../protocol/json/json.ts'
import type { Actors } from '../actors/actors.ts'
import type { RecordedRequest, RequestFilter } from '../counterpart.ts'
import type { Target } from '../http/target.ts'
import { customerOf } from '../page-users.ts'
import type { Customer } from '../pages.ts'
import { addUntried, type Trace } from '../trace.ts'
import type { CheckRun } from './check-run.ts'
import type { Waiting } from './waiting.ts'

/** What a check can observe of the target besides responses, and how it reports. */
export type Observing = {
  /**
   * Waits for a notification of one transaction, by its order id or reference; `ms`: the limit, by default that of a required
   * notification.
   */
  notifications(reference: string, ms?: number): Promise<RecordedRequest[]>
  /** Returns a customer with its own browser; `send` replaces how it sends. */
  customer(send?: Target['send']): Customer
  /** Returns a customer that a program plays, never a person, for reading and forging submissions. */
  programCustomer(): Customer
  /** Reports what the target chose where the document is silent. */
  observe(value: Json, note?: string): void
  /**
   * Reports that one part of the clause could not be checked, while the check continues with the others. `part`: which part, why, and the
   * remedy, in full sentences. The verdict does not change; the report shows the part beside it.
   */
  untried(part: string): void
}

type Dependencies = { actors: Actors; target: Target; checkRun: CheckRun; trace: Trace; waiting: Waiting }

/** Creates the observing part of a check's context: notifications and pages. */
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
