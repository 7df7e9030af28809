import { effectOf, separateWords } from '../../../pages/consent/intent.ts'
import { plain } from '../../../pages/document/control-intent.ts'

/** Returns the words of a string: letters, signs and digits. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .split(/[^\p{L}\p{M}\p{N}'’_-]+/u)
    .filter(word => word !== '')

/** Returns the normalized letters of a word. */
export const joined = (word: string): string => plain(word).replace(/[^\p{L}]/gu, '')

/** Returns the words that occur more often in one string than in another. */
export const addedWords = (text: string, other: string): string[] => {
  const left = wordsOf(other)
  return wordsOf(text).filter(word => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/**
 * The text of a page about one permission alone: its words without the identifier, and the number of words and of different words including
 * it.
 */
export type OwnText = { text: string; words: number; different: number }

/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Returns a word, or the words in it if its script has no spaces between them. */
export const partsOf = (word: string): string[] =>
  unspaced.test(word)
    ? [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
    : [joined(word)]

/** Removes the words of controls, and words without letters. */
export const withoutControls = (words: readonly string[]): string[] =>
  words.filter(word => joined(word) !== '' && effectOf(word) === undefined)

/** Returns whether a word is the identifier of a permission, or a part of it. */
export const isNameOf = (permission: string, word: string): boolean =>
  [permission, ...wordsOf(separateWords(permission))].some(name => joined(name) === joined(word))

const ownText = (permission: string, words: readonly string[], isCommon: (word: string) => boolean): OwnText => {
  const parts = words.flatMap(partsOf)
  return {
    text: words.filter(word => !isNameOf(permission, word) && !isCommon(word)).join(' '),
    words: parts.length,
    different: new Set(parts).size,
  }
}

/**
 * Returns the text of a page about each permission alone. `page` shows all of them, `without` has the same page without each one. Words
 * that every permission has belong to the page; they count, but are not part of the text.
 */
export const ownTexts = (page: string, without: Readonly<Record<string, string>>): Record<string, OwnText> => {
  const own = Object.entries(without).map(
    ([permission, other]) => [permission, withoutControls(addedWords(page, other))] as const,
  )
  const isEverywhere = (word: string) =>
    own.length > 1 && own.every(([, words]) => words.some(other => joined(other) === joined(word)))
  return Object.fromEntries(own.map(([permission, words]) => [permission, ownText(permission, words, isEverywhere)]))
}

/** Like ownTexts, for a provider that shows one permission at a time; `pages` has the page of each permission. */
export const ownTextsApart = (pages: Readonly<Record<string, string>>): Record<string, OwnText> => {
  const all = Object.entries(pages)
  const own = all.map(([permission, text], at) => {
    const [, other = ''] = all[(at + 1) % all.length] ?? []
    return [permission, ownText(permission, withoutControls(addedWords(text, other)), () => false)] as const
  })
  return Object.fromEntries(own)
}
