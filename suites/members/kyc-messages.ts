import fc from 'fast-check'
import { isNotEmpty, longText, textOf, textOfUnits, textSamples } from './values/texts.ts'

/** Excludes line endings, which forms change, and control characters whose references pages read as other characters. */
const isPlain = (text: string): boolean => !/[\0\r\n\u0080-\u009f]/.test(text)

/** The control characters that forms and pages leave unchanged. */
const controls = Array.from({ length: 128 }, (_, at) => String.fromCharCode(at)).filter(
  letter => /\p{Cc}/u.test(letter) && isPlain(letter),
)

/** Draws a state of any characters, or a long one. */
export const anyState: fc.Arbitrary<string> = textOf({ isTaken: isPlain })

/** States that are always tried. */
export const stateSamples: readonly string[] = [...textSamples.filter(isPlain), 'a\tb', controls.join('')]

/** Characters and texts with a meaning in queries, forms, markup, templates or replacements. */
const characters = [...'+%&=#?;, /\\"\'<>!()*~$@^|`[]{}']
const escapes = [
  '%20',
  '%2B',
  '%00',
  '+1',
  '&amp;',
  '&#65;',
  '$&',
  '$1',
  '$$',
  '${a}',
  '{{a}}',
  '{0}',
  '%s',
  '%%',
  '\\1',
  '\\n',
  '[a]',
]

/** An address that parsers normalize. */
const address = 'https://Requester.example:443/a/../b?c#'

/** The longest printable state, and the longest that is drawn from characters with a meaning. */
const [longest, most] = [200, 80]

const isPrintable = (text: string): boolean =>
  isNotEmpty(text) && !/[\p{Cc}\p{Cn}\p{Zl}\p{Zp}\ufeff]|__proto__/u.test(text)

/**
 * Printable states that are always tried: short enough texts of any kind, and everything with a meaning; once without the percent
 * sign, which makes some decoders give up.
 */
export const printableStates: readonly string[] = [
  characters.join('').replace('%', ''),
  characters.join(''),
  escapes.join('a'),
  ...textSamples.filter(text => isPrintable(text) && text.trim() !== '' && text.length <= most),
  'x'.repeat(longest),
  address,
]

/** The characters of the samples, so that each shrinks, and the marks. */
const stateUnits = [...new Set([...'aZ0é😀', ...printableStates.flatMap(text => [...text]), ...escapes])]

/** Draws a printable state, including marks. */
export const printableState: fc.Arbitrary<string> = fc
  .oneof(longText(longest), textOfUnits(stateUnits, most), textOf({ most: 40 }))
  .filter(isPrintable)
