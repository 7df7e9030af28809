import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from './any-character.ts'

const own = fc.string({ unit: anyCharacter, maxLength: 100, size: 'small' })
const theirs = fc.string({ unit: 'binary', maxLength: 100, size: 'small' })

/** Returns the texts that a property draws and shrinks, until the shortest text with an `x` or a non-ASCII character. */
const drawn = (text: fc.Arbitrary<string>, seed: number): string[] => {
  const texts: string[] = []
  fc.check(
    fc.property(text, value => {
      texts.push(value)
      return !/[^\0-\x7f]|x/.test(value)
    }),
    { seed, examples: [['ab\u{10fffd}x'], ['\ue000']] },
  )
  return texts
}

test('the same texts are drawn and shrunk as with the table of fast-check', () => {
  for (let seed = 1; seed <= 50; seed++) expect(drawn(own, seed)).toEqual(drawn(theirs, seed))
})

test.each(['', 'ab', '\ud800', 1, '\udfff', '\u{10ffff}a'])('%j is not a single character', value => {
  expect(anyCharacter.canShrinkWithoutContext(value)).toBe(false)
})
