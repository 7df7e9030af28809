import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalize, canonicalText } from './canonical.ts'
import { rangeText } from './escape-ranges.ts'
import { type CanonicalEscape, canonicalEscapes, escapesIn, knownEscapes, withEscapes } from './escapes.ts'

const written = (text: string, ...escapes: CanonicalEscape[]): string => withEscapes(JSON.stringify(text), escapes)

describe('a text as other writers write it', () => {
  const text = 'é/<a> "1+1" \u007f\u2028\u001f😀\n'
  const rarer = "<='> \b\f\t\u0085\u007f\u2029/"
  // The output of the JSON writers of these languages and libraries by default, or with the option named.
  test.each<[string, CanonicalEscape[], string]>([
    ['RFC 8785', [], String.raw`"é/<a> \"1+1\" ${'\u007f\u2028'}\u001f😀\n"`],
    ['PHP', ['slash', 'non-ascii'], String.raw`"\u00e9\/<a> \"1+1\" ${'\u007f'}\u2028\u001f\ud83d\ude00\n"`],
    ['PHP, unescaped Unicode', ['slash', 'line-separators'], String.raw`"é\/<a> \"1+1\" ${'\u007f'}\u2028\u001f😀\n"`],
    ['Python', ['delete', 'non-ascii'], String.raw`"\u00e9/<a> \"1+1\" \u007f\u2028\u001f\ud83d\ude00\n"`],
    ['Go', ['markup', 'line-separators'], String.raw`"é/\u003ca\u003e \"1+1\" ${'\u007f'}\u2028\u001f😀\n"`],
    ['Jackson', ['upper-case'], String.raw`"é/<a> \"1+1\" ${'\u007f\u2028'}\u001F😀\n"`],
    [
      '.NET',
      ['markup', 'punctuation', 'delete', 'non-ascii', 'upper-case'],
      String.raw`"\u00E9/\u003Ca\u003E \u00221\u002B1\u0022 \u007F\u2028\u001F\uD83D\uDE00\n"`,
    ],
  ])('%s', (_, escapes, expected) => expect(written(text, ...escapes)).toBe(expected))

  test.each<[string, CanonicalEscape[], string]>([
    ['RFC 8785', [], String.raw`"<='> \b\f\t${'\u0085\u007f\u2029'}/"`],
    [
      'Go before 1.22',
      ['markup', 'backspace-and-form-feed', 'line-separators'],
      String.raw`"\u003c='\u003e \u0008\u000c\t${'\u0085\u007f'}\u2029/"`,
    ],
    [
      'Gson',
      ['markup', 'apostrophe', 'equals', 'line-separators'],
      String.raw`"\u003c\u003d\u0027\u003e \b\f\t${'\u0085\u007f'}\u2029/"`,
    ],
    ['Json.NET', ['next-line', 'line-separators'], String.raw`"<='> \b\f\t\u0085${'\u007f'}\u2029/"`],
    ['JSON::PP', ['delete'], String.raw`"<='> \b\f\t${'\u0085'}\u007f${'\u2029'}/"`],
    ['lua-cjson', ['slash', 'delete'], String.raw`"<='> \b\f\t${'\u0085'}\u007f${'\u2029'}\/"`],
  ])('%s, of rarer characters', (_, escapes, expected) => expect(written(rarer, ...escapes)).toBe(expected))
})

test('nothing outside of strings is escaped, and no backslash is mistaken for an escape', () => {
  expect(withEscapes('{"a\\\\u001f":1e+21}', canonicalEscapes)).toBe('{"a\\\\u001f":1e+21}')
  expect(withEscapes('{"/":"\\\\/"}', ['slash'])).toBe('{"\\/":"\\\\\\/"}')
})

test('every set of escapes writes the same value', () => {
  const escapes = fc.constantFrom(...knownEscapes, canonicalEscapes)
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), escapes, (value, some) => {
      const json = JSON.parse(JSON.stringify(value))
      const text = canonicalText(json, { canonicalJson: 'rfc8785', canonicalEscapes: some })
      expect(canonicalize(JSON.parse(text))).toBe(canonicalize(json))
    }),
  )
})

test('the known sets differ, begin with none, and have only known names', () => {
  expect(knownEscapes[0]).toEqual([])
  expect(new Set(knownEscapes.map(escapes => JSON.stringify(escapes))).size).toBe(knownEscapes.length)
  expect(new Set(knownEscapes.flat())).toEqual(new Set(canonicalEscapes))
})

describe('ranges of characters, for writers that have no name', () => {
  test.each<[string, CanonicalEscape[], string]>([
    ['one character', ['U+0026'], String.raw`"a\u0026b<é😀\b\n\\\""`],
    ['a short escape', ['U+0008', 'U+005C'], String.raw`"a&b<é😀\u0008\n\u005c\""`],
    ['surrogate pairs only', ['U+10000-U+10FFFF'], String.raw`"a&b<é\ud83d\ude00\b\n\\\""`],
    ['upper case in one range', ['U+0080-U+10FFFF:upper', 'U+000A'], String.raw`"a&b<\u00E9\uD83D\uDE00\b\u000a\\\""`],
    ['names beside them', ['U+0026', 'non-ascii'], String.raw`"a\u0026b<\u00e9\ud83d\ude00\b\n\\\""`],
    ['upper case everywhere', ['U+003C', 'upper-case'], String.raw`"a&b\u003Cé😀\b\n\\\""`],
  ])('%s', (_, escapes, expected) => expect(written('a&b<é😀\b\n\\"', ...escapes)).toBe(expected))

  test('mean the same value', () => {
    const range = fc
      .tuple(fc.nat({ max: 0x10ffff }), fc.nat({ max: 0x10ffff }), fc.boolean())
      .map(([a, b, isUpper]) => rangeText({ first: Math.min(a, b), last: Math.max(a, b) }, isUpper))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(range), (text, ranges) => {
        expect(JSON.parse(written(text, ...ranges))).toBe(text)
      }),
    )
  })

  test.each(['U+26', 'u+0026', 'U+0026-', 'U+0026-U+0027:lower', '&', ''])('%j is not one', text => {
    expect(escapesIn([text, 'slash'])).toEqual(['slash'])
  })
})
