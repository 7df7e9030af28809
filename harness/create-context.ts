import { Actors } from './actors/actors.ts'
import type { CheckDescription } from './check.ts'
import { createAccounts } from './context/accounts.ts'
import type { CheckRun } from './context/check-run.ts'
import { createObserving } from './context/observation.ts'
import { createOperations } from './context/operations.ts'
import { createRequestBodies } from './context/request-bodies.ts'
import type { CheckContext } from './context.ts'
import type { Counterexample } from './counterexample.ts'
import type { HttpResponse } from './http/response.ts'
import { createTarget } from './http/target.ts'
import { checkProperty } from './property.ts'
import type { RunContext } from './run-context.ts'
import { addReceived, addSent, markControl, type Trace } from './trace.ts'

type Options = {
  signal: AbortSignal
  replay?: Counterexample | undefined
  trace: Trace
  /** Waits for work without the time of the check running. */
  excuse?: <T>(work: Promise<T>) => Promise<T>
}

/** Requests that a check makes at most while something short-lived has to last. */
const requestsInLifetime = 4

/** Creates the context for one run of one check. What the check leaves behind goes into `trace`. */
export const createCheckContext = (
  run: RunContext,
  check: CheckDescription,
  { signal, replay, trace, excuse }: Options,
): CheckContext => {
  const actors = new Actors(run, request => addReceived(trace, run.received(request), request))
  const sent = (response: HttpResponse) => addSent(trace, response, run.target.apiUrl)
  const isControl = (response: HttpResponse) => markControl(trace, response.exchange)
  const target = createTarget(run, { id: check.id, signal, sent, isControl, ...(excuse ? { excuse } : {}) })
  const checkRun: CheckRun = {
    check,
    signal,
    replay,
    now: () => run.clock.now(),
    lifetime: seconds => seconds + Math.round((requestsInLifetime * run.http.turnMs) / 1000),
    afterwards: undo => void trace.undo.push(undo),
  }
  const bodies = createRequestBodies(run)
  const operations = createOperations(actors, target, bodies)
  const accounts = createAccounts({ actors, operations, checkRun })
  const observing = createObserving({ actors, target, checkRun, trace })
  const property: CheckContext['property'] = body => checkProperty(context, body, trace)
  // Assigns to the actors: an object spread would call their getters, which block the check.
  const context: CheckContext = Object.assign(actors, checkRun, target, bodies, operations, accounts, observing, {
    property,
  })
  return context
}
