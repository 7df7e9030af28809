import fc from 'fast-check'
import { drawsValues } from './check.ts'
import { type ConcurrentResult, canRunConcurrently, testConcurrently } from './concurrent-cases.ts'
import type { CheckContext, PropertyBody } from './context.ts'
import type { Counterexample } from './counterexample.ts'
import { Blocked, CheckFailure, NotApplicable } from './outcome.ts'
import { atPace } from './patience.ts'
import { addUntried, type Trace } from './trace.ts'

/** A failure with the generated value that caused it. */
export class Falsified extends CheckFailure {
  readonly counterexample: Counterexample
  constructor(cause: CheckFailure, counterexample: Counterexample) {
    super(`${cause.message} — for ${fc.stringify(counterexample.value)}`.slice(0, 2_000), cause)
    this.counterexample = counterexample
  }
}

/**
 * Limits of shrinking, as a number of failing values and as milliseconds at a near target; beyond them, the smallest value so far is used.
 */
const shrinkLimit = { failures: 40, ms: 10_000 }

/** Number of values at each depth, relative to standard depth. */
export const runFactors = { quick: 0.25, standard: 1, thorough: 15 }

/** Returns a 32-bit hash: a property's seed depends only on the seed of the run and the id of the check. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return value | 0
}

/** After this many tasks for people, a property tries no further values. */
const mostTasks = 2

/** How often a shrunk value is retried. One failure confirms it, since a race does not fail every time. */
const confirmations = 3

/** Maximum number of retries if something else interferes. */
const mostTries = 6

/**
 * Tests a property on generated values. Throws `Falsified` with the shrunk value if that fails again, or with the drawn value if only that
 * does; Blocked if neither does. A replay only tries the value of its counterexample. Any error other than a CheckFailure ends the property
 * immediately and is rethrown. `shrinkLimit` bounds shrinking, since that costs requests. Throws an Error for a check of a kind that draws
 * no values.
 */
export const checkProperty = async <T>(context: CheckContext, body: PropertyBody<T>, trace: Trace): Promise<void> => {
  if (!drawsValues(context.check)) throw new Error(`${context.check.id} is not a property, but draws values`)
  const property = { context, body, trace }
  const values = valuesOf(property)
  if (!canRunConcurrently(context, body)) return checkSequentially(property, values, new Map())
  const drawn = fc.sample(fc.tuple(values.arbitrary), values.parameters)
  const concurrentResults = await testConcurrently(drawn, ([value]) => body.test(context, value))
  try {
    await checkSequentially(property, values, concurrentResults)
  } catch (error) {
    // A value may have failed only because of the concurrent ones; then a different one may fail alone.
    if (error instanceof Unconfirmed) await checkSequentially(property, values, new Map())
    throw error
  }
}

/** The values that a property tests: their generator, and the parameters for drawing them. */
type Values<T> = { arbitrary: fc.Arbitrary<T>; parameters: { seed: number; numRuns: number; examples: [T][] } }

const valuesOf = <T>({ context, body }: Property<T>): Values<T> => {
  // The path of a counterexample counts the examples, so a replay needs them as well.
  const examples = examplesOf(context, body).map((example): [T] => [example])
  const runs = body.runs ?? 24
  const generated = Math.max(Math.min(2, runs), Math.round(runs * runFactors[context.run.depth]))
  const seed = context.replay?.seed ?? hash(`${context.run.seed}:${context.check.id}`)
  return { arbitrary: body.arbitrary(context), parameters: { seed, numRuns: examples.length + generated, examples } }
}

/** Tests values one by one, except those that passed concurrently, and shrinks the first that fails. */
const checkSequentially = async <T>(
  { context, body, trace }: Property<T>,
  { arbitrary, parameters }: Values<T>,
  concurrentResults: ReadonlyMap<number, ConcurrentResult>,
): Promise<void> => {
  const replay = context.replay
  const state = { cases: 0, failures: 0, shrinkUntil: Number.POSITIVE_INFINITY, otherError: undefined as unknown }
  const failed: Failed<T>[] = []
  const property = fc.asyncProperty(arbitrary, async value => {
    const isShrunk =
      state.failures > (trace.asked > 0 ? 0 : shrinkLimit.failures) || performance.now() > state.shrinkUntil
    const isOver = replay ? state.cases > 0 : isShrunk
    if (trace.asked >= mostTasks && state.failures === 0) return addUntried(trace, untriedValues)
    if (isOver || state.otherError !== undefined || context.signal.aborted) throw new fc.PreconditionFailure(true)
    const before = state.failures === 0 ? concurrentResults.get(state.cases) : undefined
    state.cases += 1
    try {
      if (before?.error instanceof CheckFailure) throw before.error
      if (before === undefined || 'error' in before) await body.test(context, value)
    } catch (thrown) {
      if (!(thrown instanceof CheckFailure)) {
        state.otherError = thrown
        throw new fc.PreconditionFailure(true)
      }
      const error = thrown === before?.error ? thrown : located(thrown, trace)
      if (state.failures === 0)
        state.shrinkUntil = performance.now() + atPace(shrinkLimit.ms, context.run.http.latencyMs)
      state.failures += 1
      if (failed.length === 0) failed.push({ value, failure: error })
      throw error
    }
  })
  const tried = fc.check(property, { ...parameters, ...(replay ? { path: replay.path, endOnFailure: true } : {}) })
  const details = await (replay ? tried.catch(() => undefined) : tried)
  // The report may come from another version, or be forged.
  if (details === undefined || (replay && state.cases === 0 && !context.signal.aborted)) throw new Blocked(notDrawn)
  if (details.counterexample) throw await falsified(details, { context, body, trace }, failed)
  if (state.otherError !== undefined) throw state.otherError
  if (context.signal.aborted) throw new Blocked('the property ran out of time, or the run was interrupted')
}

const notDrawn =
  'the counterexample of the report is not a value of this check: run the check without the report, with run --only'

const untriedValues =
  'Further values: a person would need to use a page for each of them; the driver "forms" or "browser" tries them all.'

const examplesOf = <T>(context: CheckContext, { examples = [] }: PropertyBody<T>): readonly T[] =>
  typeof examples === 'function' ? examples(context) : examples

type Property<T> = { context: CheckContext; body: PropertyBody<T>; trace: Trace }

/** A failed value, and its failure. */
type Failed<T> = { value: T; failure: CheckFailure }

const falsified = async <T>(
  details: fc.RunDetails<[T]>,
  property: Property<T>,
  [drawn]: readonly Failed<T>[],
): Promise<Error> => {
  const cause = details.errorInstance
  const [value] = details.counterexample ?? []
  if (!(cause instanceof CheckFailure) || value === undefined)
    return new Error('a property failed without a CheckFailure', { cause })
  const { seed, numRuns: runs, numShrinks: shrinks } = details
  const path = details.counterexamplePath ?? ''
  const { steps, shown = (_, value) => value } = property.body
  const report = async ({ value, failure: first }: Failed<T>, place: { path: string; shrinks: number }) => {
    const { failure, exchanges } = await confirm(value, first, property)
    const described = {
      ...place,
      value: shown(property.context, value),
      ...(steps === undefined ? {} : { steps: steps(value) }),
      exchanges,
    }
    return new Falsified(failure, { seed, runs, ...described })
  }
  try {
    return await report({ value, failure: cause }, { path, shrinks })
  } catch (error) {
    if (!(error instanceof Unconfirmed) || drawn === undefined || shrinks === 0) throw error
    // The smallest value may be at a boundary, such as an age in seconds, and so not fail every time, unlike the drawn one.
    return await report(drawn, { path: path.split(':')[0] ?? '', shrinks: 0 }).catch(() => Promise.reject(error))
  }
}

/** Adds the latest exchange to a failure that is a proof without an exchange. */
const located = (failure: CheckFailure, { exchanges }: Trace): CheckFailure =>
  failure.isProof && failure.at === undefined
    ? new CheckFailure(failure.message, { ...failure, at: exchanges.at(-1) })
    : failure

/**
 * Retries a value until it fails. Returns that failure with its exchanges; if it never does, returns the first failure if it is a proof, or
 * else throws Blocked.
 */
const confirm = async <T>(value: T, first: CheckFailure, { context, body, trace }: Property<T>) => {
  let passes = 0
  let obstacle: Error | undefined
  for (let tries = 0; tries < mostTries && passes < confirmations && !context.signal.aborted; tries++) {
    const before = trace.exchanges.at(-1)
    try {
      await body.test(context, value)
      passes += 1
    } catch (error) {
      if (error instanceof CheckFailure) return { failure: error, exchanges: since(trace.exchanges, before) }
      if (!(error instanceof Blocked || error instanceof NotApplicable)) throw error
      obstacle = error
    }
  }
  if (first.isProof) {
    const message = `${first.message} — once, ${unconfirmed(passes, obstacle)}`
    return { failure: new CheckFailure(message, first), exchanges: first.at === undefined ? [] : [first.at] }
  }
  throw new Unconfirmed(`${first.message} — once, ${unconfirmed(passes, obstacle)}. Run the check again.`)
}

/** A value that failed once, and not again. */
class Unconfirmed extends Blocked {}

/** Returns why a failure does not count. */
const unconfirmed = (passes: number, obstacle: Error | undefined): string => {
  if (passes > 0) return 'and not when it was tried again'
  const reason = obstacle?.message.replace(/\.$/, '') ?? 'the time was up, or the run was interrupted'
  return `and then it could not be tried again: ${reason}`
}

const since = (exchanges: readonly string[], before: string | undefined): string[] =>
  exchanges.slice(before === undefined ? 0 : exchanges.indexOf(before) + 1)
