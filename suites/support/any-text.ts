import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'
import { sampleTexts } from './text-samples.ts'

/** Longer than columns and addresses usually are. */
const longest = 4_096

/** Draws one letter many times: a text that is too long shrinks by its length alone. */
const longText: fc.Arbitrary<string> = fc.nat({ max: longest }).map(
  length => 'x'.repeat(length),
  text => {
    if (typeof text !== 'string' || !/^x*$/.test(text)) throw new TypeError('It is another text.')
    return text.length
  },
)

/** Draws a text of any characters that `isTaken` allows, or a long one. */
export const textOf = (isTaken: (text: string) => boolean): fc.Arbitrary<string> =>
  fc.oneof(
    // It comes first, since it tells at once whether a sample is of its kind.
    { weight: 1, arbitrary: longText },
    { weight: 4, arbitrary: fc.string({ unit: anyCharacter, maxLength: 100, size: 'small' }).filter(isTaken) },
  )

/** Texts that are always tried: long ones, every script, what looks like nothing. Each shrinks, too. */
export const anyTextSamples: readonly string[] = [
  'x'.repeat(256),
  'x'.repeat(longest),
  ...sampleTexts,
  ' ',
  '0',
  'null',
]
