import fc from 'fast-check'

/** Surrogates are halves of characters. */
const surrogates = { first: 0xd800, count: 0x800 }

const lastCodePoint = 0x10ffff

const characterAt = (index: number): string =>
  String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count)

const indexOf = (character: unknown): number => {
  const codePoint = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1
  const index = codePoint < surrogates.first ? codePoint : codePoint - surrogates.count
  if (index < 0 || characterAt(index) !== character) throw new TypeError('It is not one character.')
  return index
}

/**
 * Draws any character, like the unit `binary` of fast-check, which first builds a table of all of them: a second and 100 MB per
 * thread.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: lastCodePoint - surrogates.count })
  .map(characterAt, indexOf)
