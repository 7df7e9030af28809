import fc, { type Arbitrary, type AsyncCommand } from 'fast-check'
import type { CheckContext, PropertyBody } from './context.ts'

/** A step of a series: it acts on the target, updates the model with the response, and compares the two. */
export type Step<Model extends object> = AsyncCommand<Model, CheckContext> & {
  /** Returns the step's description for a report. */
  toJSON(): string
  [fc.toStringMethod](): string
}

/** Creates a step. `says`: its description; `isPossible`: whether the model allows it at this point. */
export const step = <Model extends object>(
  says: string,
  run: (model: Model) => PromiseLike<unknown>,
  isPossible: (model: Model) => boolean = () => true,
): Step<Model> => ({
  check: isPossible,
  run: async model => {
    await run(model)
  },
  toString: () => says,
  toJSON: () => says,
  [fc.toStringMethod]: () => says,
})

/** Steps in order of execution. */
export type Series<Model extends object> = readonly Step<Model>[]

/** Returns the generator of series. Each position may be empty, so a failing series shrinks to the necessary steps. */
const seriesOf = <Model extends object>(step: Arbitrary<Step<Model>>, most: number): Arbitrary<Series<Model>> =>
  fc.tuple(...Array.from({ length: most }, () => fc.option(step))).map(places => places.filter(place => place !== null))

/** A model, and the steps that may be taken in any order. */
type ModelPlan<Model extends object> = {
  /** Brings the target to the initial state. */
  start: (context: CheckContext) => Promise<Model>
  /** The generator of steps. */
  step: Arbitrary<Step<Model>>
  /** Merges neighbouring steps, such as four transfers and three. */
  join?: (series: Series<Model>) => Series<Model>
  /** Describes the end of every series. */
  atLast?: string
  /** Compares target and model at the end of a series. */
  end?: (model: Model) => Promise<void>
  /** Maximum number of steps in a series. */
  most: number
  /** Number of series at standard depth. */
  runs: number
  /** Whether series may run concurrently: they share nothing, such as an account. */
  areIndependent?: true
}

/**
 * Returns the property that the target agrees with a model over any series of steps. A failure is shrunk to the necessary steps, which the
 * report lists.
 */
export const agreesWith = <Model extends object>({
  start,
  step,
  join = series => series,
  atLast,
  end,
  most,
  runs,
  areIndependent,
}: ModelPlan<Model>): PropertyBody<Series<Model>> => ({
  arbitrary: () => seriesOf(step, most).map(join),
  runs,
  ...(areIndependent ? { areIndependent } : {}),
  test: async (context, series) => {
    const model = await start(context)
    await fc.asyncModelRun(() => ({ model, real: context }), series)
    await end?.(model)
  },
  steps: series => [...series.map(String), ...(atLast === undefined ? [] : [`at last: ${atLast}`])],
})
