import { drawsValues } from '../../harness/check.ts'
import { type CheckLimit, startLimit } from '../../harness/check-limit.ts'
import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import type { Counterexample } from '../../harness/counterexample.ts'
import { createCheckContext, type Place } from '../../harness/create-context.ts'
import { atPace } from '../../harness/patience.ts'
import { redactIn, redactorOf } from '../../harness/redaction.ts'
import type { RunContext } from '../../harness/run-context.ts'
import {
  failedRequest,
  inFrontAt,
  limitMet,
  metOutage,
  newTrace,
  type Observation,
  type Trace,
  undoAll,
} from '../../harness/trace.ts'
import type { CheckOutcome, Counterexample as CounterexampleDocument } from '../../schemas/messages.ts'
import { answersNow, awaitAnswer, hasChangedKey } from '../runner/recovery.ts'
import type { Outcome } from '../verdicts.ts'
import { type CheckEnd, outcomeOf, outcomeOfError, outOfTime } from './check-end.ts'
import { lookAtPage } from './look-at-page.ts'
import { lossOf, noteLosses, triesToFind } from './lossy-line.ts'
import { findingOf, isDoubtful, judgedByRepeats, needsAnotherTry, slownessOf, type Try, withSlowness } from './tries.ts'
import { unlessLost } from './unless-lost.ts'
import { unlessSet } from './unless-set.ts'
import { unlessUnsettled } from './unless-unsettled.ts'

/** The result of one check. JSON only: it is passed from the worker to the report. */
export type CheckResult = {
  id: string
  outcome: Outcome
  seconds: number
  /** Why it is blocked or not applicable. */
  reason?: string
  /** The clauses whose failure blocks it. */
  blockedBy?: string[]
  message?: string
  expected?: string
  actual?: string
  /** Method and path of the request at which it failed, and the id of that exchange. */
  where?: string
  exchange?: string
  counterexample?: CounterexampleDocument
  observations: Observation[]
  /** The parts of its clauses that it could not try: whole sentences. */
  untried?: string[]
  exchanges: string[]
  /** The last page in a browser, if the check did not pass. */
  page?: CheckOutcome['page']
  /** The stack of an error that is a fault of the harness. */
  harnessError?: string
}

/** Milliseconds after which a check is blocked, at a target that is near. */
const checkLimitMs = { quick: 30_000, standard: 45_000, thorough: 300_000 }

/** By this factor, the limit of a check that draws values is longer: failing values are shrunk, and tried again. */
const drawing = 2

/** `waitedMs`: milliseconds that it waited for the others to end. */
type Attempt = CheckResult & Try & { waitedMs: number }

type Options = { signal?: AbortSignal; replay?: Counterexample; place?: Place }

/**
 * Runs one check and undoes its changes. Runs it again if a request got no response, if its pages need a different driver, if it conflicted
 * with other checks, or if this machine was too slow. Never throws.
 */
export const runCheck = async (run: RunContext, check: Check, options: Options = {}): Promise<CheckResult> => {
  const began = performance.now()
  let last = await tryOnce(run, check, options)
  if (last.isRetryable && !options.signal?.aborted) last = await tryCheck(run, check, options)
  const tries = [last]
  while (needsAnotherTry(tries, triesToFind(run.http, tries)) && !options.signal?.aborted) {
    if (!(await awaitAnswer(run, senderOf(check, options)))) break
    last = await tryOnce(run, check, options)
    tries.push(last)
    noteLosses(run.http, tries)
  }
  const slowness = lossOf(run.http, tries) ?? (check.hangs ? undefined : slownessOf(tries, run.http))
  const finding = slowness === undefined ? findingOf(tries) : { reason: `${slowness}.` }
  if (finding === undefined && isDoubtful(last, check.kind) && !options.signal?.aborted)
    last = await judgedByRepeats(last, () => tryCheck(run, check, options), options.signal)
  const {
    unanswered: _unanswered,
    isRetryable: _isRetryable,
    isUnreachable: _isUnreachable,
    isProof: _isProof,
    byKey: _byKey,
    answered: _answered,
    lostMs: _lostMs,
    waitedMs,
    reason,
    ...result
  } = last
  const seconds = Math.round(performance.now() - began - waitedMs) / 1000
  const explained =
    result.outcome === 'blocked' && reason !== undefined ? withSlowness(reason, tries, run.http) : reason
  const shown = finding ?? (explained === undefined ? {} : { reason: explained })
  return redactIn({ ...result, ...shown, seconds }, redactorOf(Object.values(run.pages.secrets)))
}

/** Tries a check. While a target restarts, a missing response proves nothing. */
const tryOnce = async (run: RunContext, check: Check, options: Options): Promise<Attempt> => {
  const end = await tryCheck(run, check, options)
  if (end.isUnreachable && !(await answersNow(run, senderOf(check, options)))) delete end.unanswered
  return end
}

const senderOf = ({ id }: Check, { signal = new AbortController().signal }: Options) => ({ check: id, signal })

const tryCheck = async (
  run: RunContext,
  check: Check,
  { signal: interruption, replay, place }: Options,
): Promise<Attempt> => {
  const trace = newTrace()
  const began = performance.now()
  const limitMs = checkLimitMs[run.depth] * (drawsValues(check) ? drawing : 1)
  const limit = startLimit(() => atPace(limitMs, run.http.latencyMs), interruption)
  const { signal, excuse } = limit
  const context = createCheckContext(run, check, { signal, excuse, replay, trace, ...(place ? { place } : {}) })
  const body = await unlessAborted(
    outcomeOf(() => check.run(context), limit),
    limit,
  )
  const judged = await unlessOtherKey(
    run,
    senderOf(check, { signal }),
    unlessSet(run.clock, began, unlessLost(run, began, unlessUnsettled(trace, await unlessHindered(trace, body)))),
  )
  const failed = failedIn(trace, judged)
  const { answered } = trace
  const page = judged.outcome === 'fail' || judged.outcome === 'blocked' ? await lookAtPage(run, trace) : undefined
  await undoAll(trace)
  const end =
    judged.outcome === 'pass' && trace.lastLooks.length > 0
      ? unlessSet(run.clock, began, unlessLost(run, began, await lookAgain(context, trace, limit)))
      : judged
  const isOutage = judged.outcome !== 'pass' && metOutage(trace)
  limit.end()
  trace.hasEnded = true
  void undoAll(trace)
  const { at: _at, ...result } = end
  return {
    id: check.id,
    ...result,
    ...tracedIn(trace, failed ?? failedIn(trace, end)),
    ...(page === undefined ? {} : { page }),
    ...(isOutage ? { isUnreachable: true as const } : {}),
    // It may be an effect of the rest of the run, which does not recur.
    ...(end !== judged && end.outcome === 'fail' ? { isProof: true as const } : {}),
    seconds: 0,
    waitedMs: trace.waitedMs,
    lostMs: limit.lostMs,
    answered,
  }
}

/** Blocks a check whose failure depends on a key that the target has since replaced, as the document allows. */
const unlessOtherKey = async (
  run: RunContext,
  sender: ReturnType<typeof senderOf>,
  end: CheckEnd,
): Promise<CheckEnd> => {
  if (!end.byKey || !(await hasChangedKey(run, sender))) return end
  const reason =
    'a signature was verified with the key that the target published when the run began, and it publishes a different one now. Keep its key unchanged during a run, and run the check again'
  return { outcome: 'blocked', reason }
}

type FailedRequest = ReturnType<typeof failedRequest>

/**
 * Blocks a check that failed, or does not apply, because something in front of the target answered, or because of a limit of the target:
 * the target itself has shown no fault, and refused nothing.
 */
const unlessHindered = async (trace: Trace, end: CheckEnd): Promise<CheckEnd> => {
  const isDecided = (end.outcome === 'fail' && !end.isProof) || end.outcome === 'not-applicable'
  const obstacle = isDecided ? (inFrontAt(trace, end.at) ?? (await limitMet(trace))) : undefined
  return obstacle === undefined ? end : outcomeOfError(obstacle)
}

const failedIn = (trace: Trace, { outcome, at }: CheckEnd): FailedRequest =>
  outcome === 'fail' ? failedRequest(trace, at) : undefined

/** Waits until all other checks have ended, and runs the final checks of one that has passed so far. */
const lookAgain = (context: CheckContext, { lastLooks }: Trace, limit: CheckLimit): Promise<CheckEnd> =>
  outcomeOf(async () => {
    await context.restOfRun()
    for (const look of lastLooks) await look()
  }, limit)

/** Returns the record of a check for the report; the request at which it failed is always among its exchanges. */
const tracedIn = ({ observations, untried, exchanges }: Trace, failed: FailedRequest) => {
  const isKept = failed === undefined || exchanges.includes(failed.exchange)
  return {
    ...failed,
    observations,
    ...(untried.length > 0 ? { untried } : {}),
    exchanges: isKept ? exchanges : [...exchanges, failed.exchange],
  }
}

const unlessAborted = (work: Promise<CheckEnd>, limit: CheckLimit): Promise<CheckEnd> =>
  new Promise(resolve => {
    const stop = () => {
      // A request that obeys the signal ends first, so that the check keeps its own reason.
      const grace = setTimeout(() => resolve(outOfTime(limit)), 250)
      void work.finally(() => clearTimeout(grace))
    }
    const { signal } = limit
    signal.addEventListener('abort', stop, { once: true })
    void work.then(end => {
      signal.removeEventListener('abort', stop)
      resolve(end)
    })
  })
