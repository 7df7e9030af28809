import { effectOf, separateWords } from '../../../harness/pages/consent-intent.ts'
import { plain } from '../../../harness/pages/control-intent.ts'

const wordsOf = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .split(/[^\p{L}\p{M}\p{N}'’_-]+/u)
    .filter(word => word !== '')

const joined = (word: string): string => plain(word).replace(/[^\p{L}]/gu, '')

/** Returns the words that one text has more often than another. */
const addedWords = (text: string, other: string): string[] => {
  const left = wordsOf(other)
  return wordsOf(text).filter(word => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Removes the identifier of the permission, and the words of controls. */
const descriptiveWords = (words: readonly string[], permission: string): string[] => {
  const names = new Set([joined(permission), ...wordsOf(separateWords(permission)).map(joined)])
  return words.filter(word => joined(word) !== '' && !names.has(joined(word)) && effectOf(word) === undefined)
}

/**
 * Returns what a page says of each permission alone. `page` shows all of them, `without` has the same page without each one. Words
 * that every permission has belong to the page.
 */
export const ownTexts = (page: string, without: Readonly<Record<string, string>>): Record<string, string> => {
  const own = Object.entries(without).map(
    ([permission, other]) => [permission, descriptiveWords(addedWords(page, other), permission)] as const,
  )
  const isEverywhere = (word: string) =>
    own.length > 1 && own.every(([, words]) => words.some(other => joined(other) === joined(word)))
  return Object.fromEntries(
    own.map(([permission, words]) => [permission, words.filter(word => !isEverywhere(word)).join(' ')]),
  )
}

/** Like ownTexts, for a provider that shows one permission at a time; `pages` has the page of each permission. */
export const ownTextsApart = (pages: Readonly<Record<string, string>>): Record<string, string> => {
  const all = Object.entries(pages)
  const own = all.map(([permission, text], at) => {
    const [, other = ''] = all[(at + 1) % all.length] ?? []
    return [permission, descriptiveWords(addedWords(text, other), permission).join(' ')]
  })
  return Object.fromEntries(own)
}
