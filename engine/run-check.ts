import { startLimit } from '../harness/check-limit.ts'
import type { Check } from '../harness/clause.ts'
import type { Counterexample } from '../harness/counterexample.ts'
import { createCheckContext } from '../harness/create-context.ts'
import { Blocked, brief, CheckFailure, NotApplicable, Unanswered } from '../harness/outcome.ts'
import { Falsified } from '../harness/property.ts'
import type { RunContext } from '../harness/run-context.ts'
import type { Observation, Trace } from '../harness/trace.ts'
import type { Json } from '../protocol/json.ts'
import type { Counterexample as CounterexampleDocument } from '../schemas/messages.ts'
import type { Outcome } from './verdicts.ts'

/** What came of one check: JSON only, since it travels from the worker to the report. */
export type CheckResult = {
  id: string
  outcome: Outcome
  seconds: number
  /** Why it is blocked or not applicable. */
  reason?: string
  message?: string
  expected?: string
  actual?: string
  counterexample?: CounterexampleDocument
  observations: Observation[]
  exchanges: string[]
  /** A fault of the harness: its stack. */
  harnessError?: string
}

/** Milliseconds that one check may take before it is blocked, at a target that is near. */
const checkLimitMs = { quick: 30_000, standard: 45_000, thorough: 300_000 }

/** The latency, in milliseconds, up to which a check gets the plain limit. A target that is further away gets more time. */
const nearMs = 50

/** Times that a check is tried while a request of it gets no response. */
const mostTries = 3

type Options = { signal?: AbortSignal; replay?: Counterexample }

/** Runs one check to its end; never throws. Tries a check again that ends because a request gets no response. */
export const runCheck = async (run: RunContext, check: Check, options: Options = {}): Promise<CheckResult> => {
  const began = performance.now()
  let last = await tryCheck(run, check, options)
  const unanswered = [last.unanswered]
  while (last.unanswered && unanswered.length < mostTries && !options.signal?.aborted) {
    last = await tryCheck(run, check, options)
    unanswered.push(last.unanswered)
  }
  const seconds = Math.round(performance.now() - began) / 1000
  const { unanswered: _unanswered, reason, ...result } = last
  const finding = findingOf(unanswered)
  return finding
    ? { ...result, ...finding, seconds }
    : { ...result, ...(reason === undefined ? {} : { reason }), seconds }
}

type Tried = CheckResult & { unanswered?: Unanswered }

const tryCheck = async (run: RunContext, check: Check, { signal: interruption, replay }: Options): Promise<Tried> => {
  const trace: Trace = { observations: [], exchanges: [], undo: [] }
  const limit = startLimit(checkLimitMs[run.depth] * Math.max(1, run.http.latencyMs / nearMs), interruption)
  const { signal, excuse } = limit
  const context = createCheckContext(run, check, { signal, excuse, replay, trace })
  const ended = await unlessAborted(
    endingOf(() => check.run(context), signal),
    signal,
  )
  await undo(trace)
  limit.end()
  return { id: check.id, ...ended, seconds: 0, observations: trace.observations, exchanges: trace.exchanges }
}

/** Returns a failure if the same request got no response in any try and is no control; undefined leaves the check blocked. */
const findingOf = (tries: readonly (Unanswered | undefined)[]): Partial<CheckResult> | undefined => {
  const [first] = tries
  const isSame = tries.every(tried => tried !== undefined && tried.what === first?.what && !tried.isControl)
  if (first === undefined || !isSame || tries.length < mostTries) return undefined
  const message = `${first.what} gets no response, in ${tries.length} tries`
  return { outcome: 'fail', message, expected: 'a response', actual: first.message }
}

type Ended = Pick<Tried, 'outcome'> & Partial<Tried>

const outOfTime: Ended = { outcome: 'blocked', reason: 'the check ran out of time, or the run was interrupted' }

const endingOf = async (run: () => Promise<void>, signal: AbortSignal): Promise<Ended> => {
  try {
    await run()
    return { outcome: 'pass' }
  } catch (error) {
    // What is thrown because the time is over is no fault of the harness.
    return error === signal.reason || isAbort(error, signal) ? outOfTime : endedBy(error)
  }
}

const isAbort = (error: unknown, { aborted }: AbortSignal): boolean =>
  aborted && error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)

const endedBy = (error: unknown): Ended => {
  if (error instanceof CheckFailure) {
    const { message, expected, actual } = error
    const counterexample = error instanceof Falsified ? { counterexample: plain(error.counterexample) } : {}
    return { outcome: 'fail', message, expected, actual, ...counterexample }
  }
  if (error instanceof Unanswered) return { outcome: 'blocked', reason: error.message, unanswered: error }
  if (error instanceof Blocked) return { outcome: 'blocked', reason: error.message }
  if (error instanceof NotApplicable) return { outcome: 'not-applicable', reason: error.message }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    outcome: 'blocked',
    reason: `the harness failed: ${brief(error instanceof Error ? error.message : error)}`,
    harnessError: stack,
  }
}

/** A counterexample's value as JSON; what JSON cannot say (bytes, undefined) is said in words. */
const plain = (found: Counterexample): CounterexampleDocument => ({ ...found, value: toJson(found.value) })

const toJson = (value: unknown): Json => {
  const text = JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
  return text === undefined ? String(value) : (JSON.parse(text) as Json)
}

const unlessAborted = (work: Promise<Ended>, signal: AbortSignal): Promise<Ended> =>
  new Promise(resolve => {
    const stop = () => {
      // What heeds the signal itself gets the first word, so that its own reason is kept.
      const grace = setTimeout(() => resolve(outOfTime), 250)
      void work.finally(() => clearTimeout(grace))
    }
    signal.addEventListener('abort', stop, { once: true })
    void work.then(ended => {
      signal.removeEventListener('abort', stop)
      resolve(ended)
    })
  })

const undo = async (trace: Trace): Promise<void> => {
  for (const step of trace.undo.reverse()) {
    // What could not be put back is found again by whoever needs it next: a purse is emptied before it is used.
    await Promise.resolve(step()).catch(() => undefined)
  }
}
