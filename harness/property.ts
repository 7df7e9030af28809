import fc from 'fast-check'
import type { PropertyBody } from './clause.ts'
import type { CheckContext } from './context.ts'
import { Blocked, CheckFailure, NotApplicable } from './outcome.ts'

/** Where a property broke: enough to try exactly this value again. */
export type Counterexample = {
  seed: number
  /** fast-check's path to the shrunk value. */
  path: string
  value: unknown
  /** What the value makes happen, in words, if the property tells. */
  steps?: string[]
  /** Cases that had passed before, and steps of shrinking. */
  runs: number
  shrinks: number
}

/** A breach that a generated value brought about. */
export class Falsified extends CheckFailure {
  readonly counterexample: Counterexample
  constructor(cause: CheckFailure, counterexample: Counterexample) {
    super(`${cause.message} — for ${fc.stringify(counterexample.value)}`.slice(0, 2_000), cause)
    this.counterexample = counterexample
  }
}

const shrinkLimit = 40
const factors = { quick: 0.25, standard: 1, thorough: 10 }

/** 32-bit hash of a text: the seed of a property depends on the run's seed and on the check's id alone. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return value | 0
}

/**
 * Tries a property on generated values. What is no breach (blocked, not applicable, a fault of the harness) stops it at
 * once and is never shrunk; shrinking is bounded in steps, since each costs requests.
 */
export const checkProperty = async <T>(context: CheckContext, body: PropertyBody<T>): Promise<void> => {
  const replay = context.replay
  const state = { failures: 0, other: undefined as unknown }
  const property = fc.asyncProperty(body.arbitrary(context), async value => {
    if (state.other !== undefined || state.failures > shrinkLimit || context.signal.aborted)
      throw new fc.PreconditionFailure(true)
    try {
      await body.test(context, value)
    } catch (error) {
      if (!(error instanceof CheckFailure)) {
        state.other = error
        throw new fc.PreconditionFailure(true)
      }
      state.failures += 1
      throw error
    }
  })
  // The path of a counterexample counts the examples, so a replay needs them, too.
  const examples = (body.examples ?? []).map((example): [T] => [example])
  const drawn = Math.max(2, Math.round((body.runs ?? 24) * factors[context.run.depth]))
  const details = await fc.check(property, {
    seed: replay?.seed ?? hash(`${context.run.seed}:${context.check.id}`),
    ...(replay ? { path: replay.path, endOnFailure: true } : {}),
    numRuns: examples.length + drawn,
    examples,
  })
  if (details.counterexample) throw falsified(details, body)
  if (state.other !== undefined) throw state.other
  if (context.signal.aborted) throw new Blocked('the property ran out of time, or the run was interrupted')
}

const falsified = <T>(details: fc.RunDetails<[T]>, { steps }: PropertyBody<T>): Error => {
  const cause = details.errorInstance
  if (!(cause instanceof CheckFailure) || cause instanceof NotApplicable)
    return new Error('a property failed without a breach', { cause })
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
