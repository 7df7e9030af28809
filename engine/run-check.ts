import type { Check } from '../harness/clause.ts'
import type { Counterexample } from '../harness/counterexample.ts'
import { createCheckContext } from '../harness/create-context.ts'
import { Blocked, brief, CheckFailure, NotApplicable } from '../harness/outcome.ts'
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

/** Milliseconds that one check may take before it is blocked. */
const checkTimeoutMs = { quick: 30_000, standard: 45_000, thorough: 300_000 }

/** Runs one check to its end; never throws. */
export const runCheck = async (
  run: RunContext,
  check: Check,
  options: { signal?: AbortSignal; replay?: Counterexample } = {},
): Promise<CheckResult> => {
  const trace: Trace = { observations: [], exchanges: [], undo: [] }
  const began = performance.now()
  const timeout = AbortSignal.timeout(checkTimeoutMs[run.depth])
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const context = createCheckContext(run, check, { signal, replay: options.replay, trace })
  const ended = await unlessAborted(
    endingOf(() => check.run(context)),
    signal,
  )
  await undo(trace)
  return {
    id: check.id,
    ...ended,
    seconds: Math.round(performance.now() - began) / 1000,
    observations: trace.observations,
    exchanges: trace.exchanges,
  }
}

type Ended = Pick<CheckResult, 'outcome'> & Partial<CheckResult>

const endingOf = async (run: () => Promise<void>): Promise<Ended> => {
  try {
    await run()
    return { outcome: 'pass' }
  } catch (error) {
    return endedBy(error)
  }
}

const endedBy = (error: unknown): Ended => {
  if (error instanceof CheckFailure) {
    const { message, expected, actual } = error
    const counterexample = error instanceof Falsified ? { counterexample: plain(error.counterexample) } : {}
    return { outcome: 'fail', message, expected, actual, ...counterexample }
  }
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
      const grace = setTimeout(
        () => resolve({ outcome: 'blocked', reason: 'the check ran out of time, or the run was interrupted' }),
        250,
      )
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
