import fc from 'fast-check'
import { isNotEmpty, longText, textOf, textOfUnits, textSamples } from './values/texts.ts'

/** Control characters are left out: a form and a page write some of them otherwise. */
const isPlain = (text: string): boolean => !/\p{Cc}/u.test(text)

/** Draws a state of any characters, or a long one. */
export const anyState: fc.Arbitrary<string> = textOf({ isTaken: isPlain })

/** States that are always tried. */
export const stateSamples: readonly string[] = textSamples.filter(isPlain)

/** Characters and texts with a meaning in a query, in a form or in markup. */
const characters = [...'+%&=#?;, /\\"\'<>!()*~']
const escapes = ['%20', '%2B', '%00', '+1', '&amp;']

/** The longest printable state, and the longest that is drawn of the letters that have a meaning. */
const [longest, most] = [200, 80]

const isPrintable = (text: string): boolean =>
  isNotEmpty(text) && !/[\p{Cc}\p{Cn}\p{Zl}\p{Zp}\ufeff]|__proto__/u.test(text)

/**
 * Printable states that are always tried: texts of any kind that are short enough, and everything that has a meaning; once without the
 * percent sign, which makes some decoders give up.
 */
export const printableStates: readonly string[] = [
  characters.join('').replace('%', ''),
  characters.join(''),
  escapes.join('a'),
  ...textSamples.filter(text => isPrintable(text) && text.trim() !== '' && text.length <= most),
  'x'.repeat(longest),
]

/** The letters of the samples, so that each shrinks, and the marks. */
const stateUnits = [...new Set([...'aZ0é😀', ...printableStates.flatMap(text => [...text]), ...escapes])]

/** Draws a printable state, and marks. */
export const printableState: fc.Arbitrary<string> = fc
  .oneof(longText(longest), textOfUnits(stateUnits, most), textOf({ most: 40 }))
  .filter(isPrintable)
