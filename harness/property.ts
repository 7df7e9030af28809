import fc from 'fast-check'
import { drawsValues } from './check.ts'
import type { CheckContext, PropertyBody } from './context.ts'
import type { Counterexample } from './counterexample.ts'
import { Blocked, CheckFailure } from './outcome.ts'
import type { Trace } from './trace.ts'

/** A failure that a generated value caused. */
export class Falsified extends CheckFailure {
  readonly counterexample: Counterexample
  constructor(cause: CheckFailure, counterexample: Counterexample) {
    super(`${cause.message} — for ${fc.stringify(counterexample.value)}`.slice(0, 2_000), cause)
    this.counterexample = counterexample
  }
}

const shrinkLimit = 40
const factors = { quick: 0.25, standard: 1, thorough: 10 }

/** Returns a 32-bit hash: a property's seed depends only on the seed of the run and the id of the check. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return value | 0
}

/** Times that a shrunk value is tried again. One failure confirms it: a race does not show in every try. */
const confirmations = 3

/**
 * Tests a property on generated values. Throws `Falsified` with the shrunk value for which it failed, and fails again. A
 * replay tries the value of its counterexample, and no other. Any error other than a CheckFailure ends the property at
 * once and is rethrown. Shrinking is limited to `shrinkLimit` failures, since each costs requests. Throws an Error for a check
 * of a kind that draws no values.
 */
export const checkProperty = async <T>(context: CheckContext, body: PropertyBody<T>, trace: Trace): Promise<void> => {
  if (!drawsValues(context.check)) throw new Error(`${context.check.id} is no property, but draws values`)
  const replay = context.replay
  const state = { cases: 0, failures: 0, otherError: undefined as unknown }
  const property = fc.asyncProperty(body.arbitrary(context), async value => {
    const isOver = replay ? state.cases > 0 : state.failures > shrinkLimit
    if (isOver || state.otherError !== undefined || context.signal.aborted) throw new fc.PreconditionFailure(true)
    state.cases += 1
    try {
      await body.test(context, value)
    } catch (error) {
      if (!(error instanceof CheckFailure)) {
        state.otherError = error
        throw new fc.PreconditionFailure(true)
      }
      state.failures += 1
      throw error
    }
  })
  // The path of a counterexample counts the examples, so a replay needs them, too.
  const examples = examplesOf(context, body).map((example): [T] => [example])
  const generated = Math.max(2, Math.round((body.runs ?? 24) * factors[context.run.depth]))
  const details = await fc.check(property, {
    seed: replay?.seed ?? hash(`${context.run.seed}:${context.check.id}`),
    ...(replay ? { path: replay.path, endOnFailure: true } : {}),
    numRuns: examples.length + generated,
    examples,
  })
  if (details.counterexample) throw await falsified(details, { context, body, trace })
  if (state.otherError !== undefined) throw state.otherError
  if (context.signal.aborted) throw new Blocked('the property ran out of time, or the run was interrupted')
}

const examplesOf = <T>(context: CheckContext, { examples = [] }: PropertyBody<T>): readonly T[] =>
  typeof examples === 'function' ? examples(context) : examples

type Property<T> = { context: CheckContext; body: PropertyBody<T>; trace: Trace }

const falsified = async <T>(details: fc.RunDetails<[T]>, property: Property<T>): Promise<Error> => {
  const cause = details.errorInstance
  const [value] = details.counterexample ?? []
  if (!(cause instanceof CheckFailure) || value === undefined)
    return new Error('a property failed without a CheckFailure', { cause })
  const { steps } = property.body
  const confirmed = await confirm(value, cause, property)
  if (confirmed === undefined) return new Blocked(`${cause.message} — once, and not when it was tried again`)
  return new Falsified(confirmed.failure, {
    seed: details.seed,
    path: details.counterexamplePath ?? '',
    value,
    ...(steps === undefined ? {} : { steps: steps(value) }),
    ...(confirmed.exchanges.length > 0 ? { exchanges: confirmed.exchanges } : {}),
    runs: details.numRuns,
    shrinks: details.numShrinks,
  })
}

/** Tries a value again until it fails. Returns the failure with its exchanges; `undefined` if it passes each time. */
const confirm = async <T>(value: T, first: CheckFailure, { context, body, trace }: Property<T>) => {
  for (let tries = 0; tries < confirmations && !context.signal.aborted; tries++) {
    const before = trace.exchanges.at(-1)
    try {
      await body.test(context, value)
    } catch (error) {
      // Something stood in the way this time: what was seen before still holds.
      const failure = error instanceof CheckFailure ? error : first
      return { failure, exchanges: since(trace.exchanges, before) }
    }
  }
  return context.signal.aborted ? { failure: first, exchanges: [] } : undefined
}

const since = (exchanges: readonly string[], before: string | undefined): string[] =>
  exchanges.slice(before === undefined ? 0 : exchanges.indexOf(before) + 1)
