import { Actors } from './actors/actors.ts'
import type { CheckDescription } from './check.ts'
import { createAccounts } from './context/accounts.ts'
import type { CheckRun } from './context/check-run.ts'
import { createObserving } from './context/observation.ts'
import { createOperations } from './context/operations.ts'
import { createRequestBodies } from './context/request-bodies.ts'
import { createWaiting } from './context/waiting.ts'
import type { CheckContext } from './context.ts'
import type { Counterexample } from './counterexample.ts'
import type { HttpResponse } from './http/response.ts'
import { createTarget, type SendingCheck } from './http/target.ts'
import { borrowerOf } from './lent-out.ts'
import { pause } from './pause.ts'
import { checkProperty } from './property.ts'
import type { RunContext } from './run-context.ts'
import { addLimit, addReceived, addSent, addUndo, hold, markControl, type Trace, undoAll } from './trace.ts'

type Options = {
  signal: AbortSignal
  replay?: Counterexample | undefined
  trace: Trace
  /** Waits for work without using the check's time. */
  excuse?: <T>(work: Promise<T>) => Promise<T>
  /** Its place among the checks of the run; without it the check is alone. */
  place?: Place
}

/** The place of a check among those that run concurrently. */
export type Place = {
  /** How many milliseconds a check waits before another may take its place. */
  restsAfterMs: number
  /** Lends this check's place to another while it waits. Returns a function that takes it back, if it is needed again. */
  rest(): (() => Promise<void>) | undefined
  /** Waits until every other check has ended or is waiting for the same. */
  othersEnded(): Promise<void>
  /** Like `othersEnded`, but the waiting checks continue one at a time. */
  allEnded(): Promise<void>
}

/** Maximum number of requests that a check makes while something short-lived exists. */
const requestsInLifetime = 4

type CheckRunOptions = Required<Pick<Options, 'signal' | 'trace' | 'excuse'>> &
  Record<'replay', Options['replay']> &
  Record<'place', Place | undefined> & { sent(response: HttpResponse): void }

/** Creates a check's view of its own run. */
const createCheckRun = (
  run: RunContext,
  check: CheckDescription,
  { signal, replay, trace, excuse, place, sent }: CheckRunOptions,
): CheckRun => {
  const borrower = borrowerOf(signal, check.id)
  /** Runs the clean-up steps of the check, so that others can continue, and waits for them. */
  const waitFor = async (others: () => Promise<void> | undefined): Promise<void> => {
    await undoAll(trace)
    const since = performance.now()
    const { giveBack } = await borrower.borrow('end', async () => {
      const ended = others()
      if (ended) await excuse(unlessAborted(ended, signal))
    })
    giveBack()
    trace.waitedMs += performance.now() - since
  }
  let restOfRun: Promise<void> | undefined
  const checkRun: CheckRun = {
    check,
    signal,
    replay,
    now: () => run.clock.now(),
    requestNow: () => run.clock.requestNow(),
    letPass: async (seconds, byMoving) => {
      if (!byMoving) return checkRun.idle(pause(seconds * 1_000, signal))
      await waitFor(() => place?.allEnded())
      await run.moveClock?.(seconds, { check: check.id, signal, sent })
    },
    lifetime: seconds => seconds + Math.round((requestsInLifetime * run.http.turnMs) / 1000),
    idle: work => excuse(yielding(work, place)),
    asked: () => {
      trace.asked += 1
    },
    // Concurrent waits of one check, such as for several notifications, share one wait for the end of the others.
    restOfRun: () => {
      restOfRun ??= waitFor(() => place?.othersEnded()).finally(() => {
        restOfRun = undefined
      })
      return restOfRun
    },
    hold: held => hold(trace, held),
    atEndOfRun: look => void trace.lastLooks.push(look),
    afterwards: undo => addUndo(trace, undo),
  }
  return checkRun
}

/** Creates the context for one run of one check. Its side effects and observations go into `trace`. */
export const createCheckContext = (
  run: RunContext,
  check: CheckDescription,
  { signal, replay, trace, excuse = work => work, place }: Options,
): CheckContext => {
  const actors = new Actors(run, request => {
    run.clock.seeRequest(Number(request.headers['x-oc-timestamp']), request.at)
    addReceived(trace, run.received(request), request)
  })
  const { origin } = new URL(run.target.apiUrl)
  const sent = (response: HttpResponse) => addSent(trace, response, origin)
  const isControl = (response: HttpResponse) => markControl(trace, response.exchange)
  const doubts = (reason: string) => {
    trace.doubt = reason
  }
  const mayBeLimited: SendingCheck['mayBeLimited'] = (refused, look) => addLimit(trace, refused, look)
  const goesFirst = check.long || check.waits
  const target = createTarget(run, { id: check.id, signal, sent, isControl, mayBeLimited, doubts, excuse, goesFirst })
  const checkRun = createCheckRun(run, check, { signal, replay, trace, excuse, place, sent })
  const bodies = createRequestBodies(run)
  const operations = createOperations(actors, target, bodies)
  const accounts = createAccounts({ actors, operations, target, checkRun })
  const waiting = createWaiting({ actors, checkRun })
  const observing = createObserving({ actors, target, checkRun, trace, waiting })
  const property: CheckContext['property'] = body => checkProperty(context, body, trace)
  // Adds to the actors in place: an object spread would call their getters, which block the check.
  const context: CheckContext = Object.assign(
    actors,
    checkRun,
    target,
    bodies,
    operations,
    accounts,
    waiting,
    observing,
    {
      property,
    },
  )
  return context
}

/** Waits for work; if that takes long, another check may take its place in the meantime. */
const yielding = async <T>(work: Promise<T>, place: Place | undefined): Promise<T> => {
  let takeBack: (() => Promise<void>) | undefined
  const rest = () => {
    takeBack = place?.rest()
  }
  const timer = place && setTimeout(rest, place.restsAfterMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    await takeBack?.()
  }
}

/** Waits for work; rejects with the signal's reason if it aborts first. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
