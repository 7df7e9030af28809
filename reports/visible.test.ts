import { describe, expect, test } from 'vitest'
import { truncate, visible, visibleLine } from './visible.ts'

describe('visible', () => {
  test.each([
    ['an escape sequence', 'a\u001b[2Jb', 'a⟨U+001B⟩[2Jb'],
    ['NUL', '\0', '⟨U+0000⟩'],
    ['a C1 control', '\u009b31m', '⟨U+009B⟩31m'],
    ['a carriage return', 'safe\rover', 'safe⟨U+000D⟩over'],
    ['a bidirectional override', 'user\u202etxt.exe', 'user⟨U+202E⟩txt.exe'],
    ['a bidirectional isolate', '\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['zero-width characters', 'pay\u200bpal\ufeff', 'pay⟨U+200B⟩pal⟨U+FEFF⟩'],
    ['a line separator', 'a\u2028b', 'a⟨U+2028⟩b'],
    ['a tag character', '\u{e0041}', '⟨U+E0041⟩'],
    ['a lone surrogate', 'a\ud800b', 'a⟨U+D800⟩b'],
  ])('spells out %s', (_, hidden, shown) => expect(visible(hidden)).toBe(shown))

  test.each(['Café ☕️', '日本語', 'עברית', 'a\tb\nc', '😀'])('leaves %j as it is', text =>
    expect(visible(text)).toBe(text),
  )
})

test('visibleLine keeps everything on one line', () => expect(visibleLine(' a\r\n\tb \n')).toBe('a b'))

test('truncate says how much is missing', () => {
  expect(truncate('abcdef', 4)).toBe('abcd … (2 more characters)')
  expect(truncate('abcd', 4)).toBe('abcd')
})
