import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'

/** Letters of many scripts, combining marks, surrogate pairs, and characters that JSON escapes. The first is the plainest. */
const pieces = [
  ...'aZ0 ßéİıЖαςאعअก日한が\u212b\u00c5ﬁ\u200f',
  ...['e\u0301', 'か\u3099', '👩\u200d👩\u200d👧', '🏳\ufe0f\u200d🌈', '🇩🇪'],
  ...'😀𝒳𠀀\u{10fffd}\ue000\u2028\u2029\ufeff\u00a0\u200b\u00ad',
  ...'"\\/<>&\'“”‘’',
  ...['\r\n', '\\u0041', '\\n', '${x}', '%s', '</script>', '__proto__'],
]

/** Texts of every script: normalization, astral characters, escapes, every control character, quotes and line endings. */
export const scriptSamples: readonly string[] = [
  'e\u0301 é \u212b \u00c5 ﬁ',
  '😀 𝒳 🇩🇪 👩\u200d👩\u200d👧',
  '\\ " / \\u0041 </script> \u2028\u2029',
  'עברית العربية 日本語 한국어 ไทย हिन्दी',
  Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join(''),
  '“a”\r\n‘b’',
]
const [composed = '', astral = '', escapes = '', scripts = '', controls = '', typed = ''] = scriptSamples

/** A JSON document in a spelling that no program produces. */
const written = '{ "b" : 1.0,"a":[ "\\u0041" ] }'

/** Texts that look like a number, a boolean, null or a list. A target that converts one returns another string. */
const literals = ['007', '1e3', '1.0', '+1', '0x10', '1_000', '-0', 'true', 'false', 'null', 'NaN', '[]']

/** Lengths beyond those of usual columns, indexes and addresses. */
export const longest = 4_096

/** Plain texts with the lengths of common columns. */
export const longTexts: readonly string[] = [256, longest, 255].map(length => 'x'.repeat(length))

/**
 * Texts that are always tried: the shortest, those that some languages treat as empty or as a number, every script, whatever programs
 * escape, normalize or trim, and the lengths of common columns. Heading: Limits.
 */
export const textSamples: readonly string[] = [
  'a',
  `${composed} ${astral} ${scripts}`,
  '\ufeffa\u00ad\u200d  b ',
  'x'.repeat(256),
  ' a  b ',
  `${escapes} &amp; %41 %2B +`,
  '0',
  'x'.repeat(longest),
  controls,
  '',
  'null',
  typed,
  '007',
  '1e3',
  'true',
  'x'.repeat(255),
  ' ',
  written,
]

/** Draws one letter repeated up to `most` times: a string that is too long shrinks by length alone. */
export const longText = (most: number): fc.Arbitrary<string> =>
  fc.nat({ max: most }).map(
    length => 'x'.repeat(length),
    text => {
      if (typeof text !== 'string' || !/^x*$/.test(text)) throw new TypeError('It is another text.')
      return text.length
    },
  )

/** Draws a string of at most `most` units; it shrinks to fewer units, and toward the first unit. */
export const textOfUnits = (units: readonly string[], most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...units), maxLength: most })

/** Returns whether a string has a letter. A `minLength` would instead keep a string from losing its last letters. */
export const isNotEmpty = (text: string): boolean => text !== ''

/** The limits of a member: its maximum length, and whether it accepts a string. */
type TextBounds = { most?: number; isTaken?: (text: string) => boolean }

/**
 * Draws a string of any script, of any characters, one that looks like a number, or a long one. Without NUL, which some databases cannot
 * store. Each drawn or sample text shrinks to the characters at fault, a long one by length.
 */
export const textOf = ({ most = longest, isTaken = () => true }: TextBounds = {}): fc.Arbitrary<string> =>
  fc
    .oneof(
      // Comes first because it recognizes its samples immediately.
      { weight: 1, arbitrary: longText(most) },
      { weight: 4, arbitrary: textOfUnits(pieces, Math.min(12, most)) },
      { weight: 4, arbitrary: fc.string({ unit: anyCharacter, maxLength: Math.min(100, most), size: 'small' }) },
      { weight: 1, arbitrary: fc.constantFrom(...literals) },
    )
    .filter(text => !text.includes('\0') && isTaken(text))

/** Letters that every page can show, from several scripts, with different lengths in bytes. */
const shown = [...'aZ09éßЖα日한ไअ𝒳𠀀😀']

/** Draws a string of at least one letter that a page can show unchanged. */
export const shownText: fc.Arbitrary<string> = textOfUnits(shown, 40).filter(isNotEmpty)

/** Texts for a page that are always tried. */
export const shownSamples: readonly string[] = ['a', shown.join(''), '0', 'Z'.repeat(40), '00']
