import fc from 'fast-check'
import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isClientError } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { blocked } from '../../harness/outcome.ts'

/** Letters of many scripts, combining signs, surrogate pairs, and characters that JSON escapes. */
const pieces = [
  ...[
    'a',
    'Z',
    '0',
    ' ',
    'ß',
    'é',
    'e\u0301',
    '\u212b',
    '\u00c5',
    'ﬁ',
    'İ',
    'ı',
    'Ж',
    'α',
    'ς',
    'א',
    'ع',
    '‏',
    'अ',
    'ก',
    '日',
    '한',
    'か\u3099',
    'が',
  ],
  ...[
    '😀',
    '👩\u200d👩\u200d👧',
    '🏳\ufe0f\u200d🌈',
    '🇩🇪',
    '𝒳',
    '𠀀',
    '\u{10fffd}',
    '\ue000',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\u00a0',
    '\u200b',
    '\u00ad',
  ],
  ...['"', '\\', '/', '\\u0041', '\\n', '<', '>', '&', "'", '${x}', '%s', '</script>', '__proto__'],
]

const controls = ['\b', '\f', '\n', '\r', '\t', '\u0001', '\u001f', '\u007f', '\u0085']

/** Draws text of any script. NUL is left out, since some databases cannot store it. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...pieces), minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...pieces, ...controls), minLength: 1, maxLength: 12 }) },
)

/** Texts that are always tried: normalization, astral letters, escapes, every control character. */
export const sampleTexts: readonly string[] = [
  'e\u0301 é \u212b \u00c5 ﬁ',
  '😀 𝒳 🇩🇪 👩\u200d👩\u200d👧',
  '\\ " / \\u0041 </script> \u2028\u2029',
  'עברית العربية 日本語 한국어 ไทย हिन्दी',
  Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join(''),
]

const survivors = new WeakSet<CheckContext>()

/** Remembers that a check saw a text survive, if the text is beyond ASCII, where something could corrupt it. */
export const noteSurvival = (context: CheckContext, text: string): void => {
  if ([...text].some(character => character > '\u007f')) survivors.add(context)
}

/** Blocks a check that saw no text survive, since the target refused each of them: nothing is known of what signing does to them. */
export const requireSurvivor = async (context: CheckContext): Promise<void> => {
  if (!survivors.has(context))
    blocked(
      'each text beyond ASCII was refused, so that none was seen to survive: let the target take some for the run',
    )
}

/**
 * Whether a target refuses a text for what it is, such as a character that it does not take. That corrupts nothing, as long as it
 * does not call the signature invalid or the caller unauthorized.
 */
export const isTextRefusal = (response: HttpResponse, signatureCode: string): boolean =>
  isClientError(response) && response.status !== 401 && codeOf(response) !== signatureCode
