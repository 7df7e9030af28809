import fc from 'fast-check'

/** Returns the value that a sample shrinks to if every smaller one fails as well. */
const smallestOf = <T>(arbitrary: fc.Arbitrary<T>, sample: T): T => {
  const smaller = arbitrary.shrink(sample, undefined).getNthOrLast(0)
  return smaller === null ? sample : smallestOf(arbitrary, smaller.value_)
}

/**
 * A list that first shrinks all its items together: if their number is at fault, shrinking each of them would otherwise need as many tries as
 * a long list.
 */
class Lists<T> extends fc.Arbitrary<T[]> {
  readonly #lists: fc.Arbitrary<T[]>
  readonly #smallest: T
  constructor(lists: fc.Arbitrary<T[]>, smallest: T) {
    super()
    this.#lists = lists
    this.#smallest = smallest
  }
  generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    return this.#lists.generate(random, bias)
  }
  canShrinkWithoutContext(value: unknown): value is T[] {
    return this.#lists.canShrinkWithoutContext(value)
  }
  shrink(value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    const smallest = fc.stringify(this.#smallest)
    const others = this.#lists.shrink(value, context)
    if (value.every(item => fc.stringify(item) === smallest)) return others
    const plain = new fc.Value(
      value.map(() => this.#smallest),
      undefined,
    )
    return fc.Stream.of(plain).join(others)
  }
}

/** Draws lists of one to `most` items, short ones more often. `sample`: an item. */
export const listOf = <T>(item: fc.Arbitrary<T>, sample: T, most: number): fc.Arbitrary<T[]> =>
  // A filter keeps at least one item, since fast-check never drops the last items of a list with a `minLength`.
  new Lists(fc.array(item, { maxLength: most, size: 'xsmall' }), smallestOf(item, sample)).filter(
    list => list.length > 0,
  )
