import fc, { type Arbitrary, type AsyncCommand } from 'fast-check'
import type { CheckContext, PropertyBody } from './context.ts'

/** A step of a series. It is carried out on the target, follows the response in the model, and compares the two. */
export type Step<Model extends object> = AsyncCommand<Model, CheckContext> & {
  /** Returns what is done, in words: a report shows a step so. */
  toJSON(): string
  [fc.toStringMethod](): string
}

/** Makes a step. `says`: what is done, in words; `isPossible`: whether the model allows it at this point of a series. */
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

/** Steps in the order in which they are carried out. */
export type Series<Model extends object> = readonly Step<Model>[]

/** Returns the generator of series. Each place may be empty, and so a failing series is shrunk to the steps that it takes. */
const seriesOf = <Model extends object>(step: Arbitrary<Step<Model>>, most: number): Arbitrary<Series<Model>> =>
  fc.tuple(...Array.from({ length: most }, () => fc.option(step))).map(places => places.filter(place => place !== null))

/** A model, and the steps that may be taken in any order. */
type ModelPlan<Model extends object> = {
  /** Brings the target to the state in which every series begins. */
  start: (context: CheckContext) => Promise<Model>
  /** Any step. */
  step: Arbitrary<Step<Model>>
  /** Makes one step of neighbours that are one, such as four transfers and three. */
  join?: (series: Series<Model>) => Series<Model>
  /** What is done at the end of every series, in words. */
  atLast?: string
  /** Compares target and model at the end of a series. */
  end?: (model: Model) => Promise<void>
  /** Steps in a series at most. */
  most: number
  /** Series at standard depth. */
  runs: number
  /** Whether several series may be carried out at a time: none uses what another one does, such as an account. */
  areIndependent?: true
}

/**
 * Returns the property that the target agrees with a model over any series of steps. A failure is shrunk to the steps that
 * it takes, which the report lists.
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
