import fc from 'fast-check'

/** Letters of many scripts, signs that combine, pairs of surrogates, and what JSON escapes: pieces of a text. */
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

/** Text of any script. NUL is left out, since some stores cannot hold it. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...pieces), minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...pieces, ...controls), minLength: 1, maxLength: 12 }) },
)

/** Texts that are always tried: normalization, astral letters, escapes, each control character. */
export const texts: readonly string[] = [
  'e\u0301 é \u212b \u00c5 ﬁ',
  '😀 𝒳 🇩🇪 👩\u200d👩\u200d👧',
  '\\ " / \\u0041 </script> \u2028\u2029',
  'עברית العربية 日本語 한국어 ไทย हिन्दी',
  Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join(''),
]

/** Whether a text has characters that a target might not take at all, wherever it stands. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)
