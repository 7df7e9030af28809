import fc from 'fast-check'
import { sampleTexts } from '../text-samples.ts'

/** Control characters are left out: a form and a page write some of them otherwise. */
const isPlain = (text: string): boolean => !/\p{Cc}/u.test(text)

/** Longer than columns and addresses usually are. */
const longest = 4_096

/** Draws one letter many times: a state that is too long shrinks by its length alone. */
const longState: fc.Arbitrary<string> = fc.nat({ max: longest }).map(
  length => 'x'.repeat(length),
  state => {
    if (typeof state !== 'string' || !/^x*$/.test(state)) throw new TypeError('It is another text.')
    return state.length
  },
)

/** Draws a state of any characters, or a long one. */
export const anyState: fc.Arbitrary<string> = fc.oneof(
  // It comes first, since it tells at once whether a sample is of its kind.
  { weight: 1, arbitrary: longState },
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 100, size: 'small' }).filter(isPlain) },
)

/** States that are always tried: long ones, every script, what looks like nothing. Each shrinks, too. */
export const stateSamples: readonly string[] = [
  'x'.repeat(256),
  'x'.repeat(longest),
  ...sampleTexts.filter(isPlain),
  ' ',
  'null',
]
