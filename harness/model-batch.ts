import fc, { type Arbitrary } from 'fast-check'
import type { CheckContext, PropertyBody } from './context.ts'
import type { Series, Step } from './model.ts'
import { CheckFailure } from './outcome.ts'

/** Series that run concurrently. A failing batch shrinks to one series, and that to the steps at fault. */
class Batches<T> extends fc.Arbitrary<T[]> {
  readonly #one: Arbitrary<T>
  readonly #count: number
  constructor(one: Arbitrary<T>, count: number) {
    super()
    this.#one = one
    this.#count = count
  }
  generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    const drawn = Array.from({ length: this.#count }, () => this.#one.generate(random, bias))
    return new fc.Value(
      drawn.map(one => one.value),
      drawn.map(one => one.context),
    )
  }
  canShrinkWithoutContext(_value: unknown): _value is T[] {
    return false
  }
  shrink(value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    const contexts = Array.isArray(context) ? context : []
    const single = (one: T, at: unknown) => new fc.Value([one], [at])
    const [first] = value
    if (value.length !== 1 || first === undefined)
      return fc.stream(value.map((one, at) => single(one, contexts[at])).values())
    return this.#one.shrink(first, contexts[0]).map(smaller => single(smaller.value_, smaller.context))
  }
}

/** A model in which each series waits once, between its steps. */
type WaitingPlan<Model extends object> = {
  /** Brings the target to the initial state; `seconds`: the time until the wait is over. */
  start: (context: CheckContext, seconds: number) => Promise<Model>
  /** Seconds allowed for the steps before the wait; the next value is tried if the one before was too short. */
  seconds: readonly number[]
  /** Returns whether the steps took longer than the time that was allowed for them. */
  isLate: (model: Model) => boolean
  /** Returns the generator of steps. */
  step: (context: CheckContext) => Arbitrary<Step<Model>>
  /** The waiting step. */
  wait: Step<Model>
  /** Describes the end of every series. */
  atLast: string
  /** Compares target and model at the end of a series. */
  end: (model: Model) => Promise<void>
  /** Maximum number of steps before the wait, and after it. */
  most: number
  /** Number of series that run concurrently. */
  count: number
}

const stepsOf = <Model extends object>(step: Arbitrary<Step<Model>>, most: number) =>
  fc.tuple(...Array.from({ length: most }, () => fc.option(step))).map(places => places.filter(place => place !== null))

/**
 * Returns the property that the target agrees with a model over series in which time passes. Many series run concurrently, so that they
 * wait together.
 */
export const agreesAfterWaiting = <Model extends object>(plan: WaitingPlan<Model>): PropertyBody<Series<Model>[]> => {
  const seriesOf = (step: Arbitrary<Step<Model>>) =>
    fc
      .tuple(stepsOf(step, plan.most), stepsOf(step, plan.most))
      .map(([before, after]): Series<Model> => [...before, plan.wait, ...after])
  // A failing batch shrinks to its single series; those that passed need not run again.
  const passed = new WeakSet<Series<Model>>()
  const carryOut = async (context: CheckContext, steps: Series<Model>, [seconds = 0, ...longer] = plan.seconds) => {
    const model = await plan.start(context, seconds)
    for (const step of steps) {
      if (step === plan.wait && longer.length > 0 && plan.isLate(model)) return carryOut(context, steps, longer)
      if (step.check(model)) await step.run(model, context)
    }
    await plan.end(model)
  }
  return {
    arbitrary: context => new Batches(seriesOf(plan.step(context)), plan.count),
    runs: 1,
    test: async (context, batch) => {
      const left = batch.filter(steps => !passed.has(steps))
      const ended = await Promise.allSettled(left.map(steps => carryOut(context, steps)))
      if (batch.length > 1)
        for (const [at, steps] of left.entries()) if (ended[at]?.status === 'fulfilled') passed.add(steps)
      const reasons = ended.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
      const failure = reasons.find(reason => reason instanceof CheckFailure) ?? reasons[0]
      if (failure !== undefined) throw failure
    },
    steps: batch =>
      batch.flatMap((steps, at) => [
        ...(batch.length > 1 ? [`series ${at + 1}`] : []),
        ...steps.map(String),
        `at last: ${plan.atLast}`,
      ]),
  }
}
