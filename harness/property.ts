import fc from 'fast-check'
import type { CheckContext, PropertyBody } from './context.ts'
import type { Counterexample } from './counterexample.ts'
import { Blocked, CheckFailure, NotApplicable } from './outcome.ts'

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

/**
 * Tests a property on generated values. Throws `Falsified` with the shrunk value for which it failed. A replay tries the
 * value of its counterexample, and no other. Any error other than a CheckFailure ends the property at once and is rethrown. Shrinking is limited to `shrinkLimit` failures, since
 * each costs requests.
 */
export const checkProperty = async <T>(context: CheckContext, body: PropertyBody<T>): Promise<void> => {
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
  const examples = (body.examples ?? []).map((example): [T] => [example])
  const generated = Math.max(2, Math.round((body.runs ?? 24) * factors[context.run.depth]))
  const details = await fc.check(property, {
    seed: replay?.seed ?? hash(`${context.run.seed}:${context.check.id}`),
    ...(replay ? { path: replay.path, endOnFailure: true } : {}),
    numRuns: examples.length + generated,
    examples,
  })
  if (details.counterexample) throw falsified(details, body)
  if (state.otherError !== undefined) throw state.otherError
  if (context.signal.aborted) throw new Blocked('the property ran out of time, or the run was interrupted')
}

const falsified = <T>(details: fc.RunDetails<[T]>, { steps }: PropertyBody<T>): Error => {
  const cause = details.errorInstance
  if (!(cause instanceof CheckFailure) || cause instanceof NotApplicable)
    return new Error('a property failed without a CheckFailure', { cause })
  const [value] = details.counterexample ?? []
  return new Falsified(cause, {
    seed: details.seed,
    path: details.counterexamplePath ?? '',
    value,
    ...(steps === undefined || value === undefined ? {} : { steps: steps(value) }),
    runs: details.numRuns,
    shrinks: details.numShrinks,
  })
}
