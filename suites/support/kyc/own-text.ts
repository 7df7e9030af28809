import { effectOf, separateWords } from '../../../harness/pages/consent-intent.ts'
import { plain } from '../../../harness/pages/control-intent.ts'

const wordsOf = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .split(/[^\p{L}\p{M}\p{N}'’_-]+/u)
    .filter(one => one !== '')

const joined = (word: string): string => plain(word).replace(/[^\p{L}]/gu, '')

/** The words that one text has more often than another. */
const added = (text: string, other: string): string[] => {
  const left = wordsOf(other)
  return wordsOf(text).filter(word => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Without the identifier of the permission, and the words of controls. */
const described = (words: readonly string[], permission: string): string[] => {
  const names = new Set([joined(permission), ...wordsOf(separateWords(permission)).map(joined)])
  return words.filter(word => joined(word) !== '' && !names.has(joined(word)) && effectOf(word) === undefined)
}

/**
 * What a page says of each permission, and of no other: `page` shows all of them, `without` is the same page where one was
 * not asked for. Words that stand at every permission are the page's own.
 */
export const ownTexts = (page: string, without: Readonly<Record<string, string>>): Record<string, string> => {
  const own = Object.entries(without).map(([one, other]) => [one, described(added(page, other), one)] as const)
  const isEverywhere = (word: string) =>
    own.length > 1 && own.every(([, words]) => words.some(one => joined(one) === joined(word)))
  return Object.fromEntries(own.map(([one, words]) => [one, words.filter(word => !isEverywhere(word)).join(' ')]))
}

/** The same where a page shows one permission at a time: `pages` has the page of each, asked for alone. */
export const ownTextsApart = (pages: Readonly<Record<string, string>>): Record<string, string> => {
  const all = Object.entries(pages)
  const own = all.map(([one, text], at) => {
    const [, other = ''] = all[(at + 1) % all.length] ?? []
    return [one, described(added(text, other), one).join(' ')]
  })
  return Object.fromEntries(own)
}
