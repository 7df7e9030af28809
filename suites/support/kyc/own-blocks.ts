import type { ConsentPage } from '../../../harness/pages.ts'
import { blocksOf, textOf } from '../../../pages/document/dom.ts'
import { visibleDocument } from '../pages/visible-document.ts'
import { addedWords, isNameOf, joined, partsOf, withoutControls, wordsOf } from './own-text.ts'

/** The text blocks that pages have for each permission. */
export type OwnBlocks = Readonly<Record<string, readonly string[]>>

type Shown = Pick<ConsentPage, '$' | 'overviews'>

const documentsOf = ({ $, overviews }: Shown) =>
  Promise.all([...overviews.map(overview => overview.$), $].map(visibleDocument))

/** Returns the visible text of a page and of the overviews before it, as a whole and in blocks. */
export const visibleTextOf = async (page: Shown): Promise<{ text: string; blocks: string[] }> => {
  const documents = await documentsOf(page)
  return { text: documents.map(textOf).join(' '), blocks: documents.flatMap(blocksOf) }
}

/** Returns the blocks that occur more often on one page than on another. */
const addedBlocks = (page: readonly string[], other: readonly string[]): string[] => {
  const left = [...other]
  return page.filter(block => {
    const at = left.indexOf(block)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const timesIn = (blocks: readonly string[], block: string): number => blocks.filter(other => other === block).length

/**
 * Returns the blocks of each permission on the page with all of them; `without` has the same page without each one. If permissions share a
 * block, such as one paragraph about all of them, each gets the words that disappear with it.
 */
export const ownBlocks = (page: readonly string[], without: OwnBlocks): OwnBlocks => {
  const added = Object.entries(without).map(([permission, other]) => [permission, addedBlocks(page, other)] as const)
  const claimed = added.flatMap(([, blocks]) => blocks)
  const isCommon = (block: string): boolean => timesIn(claimed, block) > timesIn(page, block)
  return Object.fromEntries(
    added.map(([permission, blocks]) => {
      const left = addedBlocks(without[permission] ?? [], page).join(' ')
      const words = addedWords(blocks.filter(isCommon).join(' '), left).join(' ')
      return [permission, [...blocks.filter(block => !isCommon(block)), ...(words === '' ? [] : [words])]]
    }),
  )
}

/** Returns the normalized words of a block, without those of controls. */
const wordsIn = (block: string): string[] => withoutControls(wordsOf(block)).flatMap(partsOf).map(joined)

const isEverywhere = (own: OwnBlocks, block: string): boolean =>
  Object.values(own).every(blocks => blocks.includes(block))

/**
 * Returns how many words pages have for each permission in blocks that not all permissions share. A block that is the same for all of
 * them describes none; a repeated one, as in the labels of two controls, counts once.
 */
export const distinctWords = (own: OwnBlocks): Record<string, number> =>
  Object.fromEntries(
    Object.entries(own).map(([permission, blocks]) => {
      const texts = blocks.filter(block => !isEverywhere(own, block)).map(block => wordsIn(block).join(' '))
      return [permission, [...new Set(texts)].join(' ').split(' ').filter(Boolean).length]
    }),
  )

/** Returns how many different blocks pages have for a permission, not counting controls and blocks without words. */
const paragraphsOf = (blocks: readonly string[]): number =>
  new Set(blocks.map(block => wordsIn(block).join(' ')).filter(Boolean)).size

/** Maximum number of words in a label. */
const mostLabelWords = 3

/** A label alone is not a description if every other permission has at least this many words. */
export const describedWords = 8

/** Returns whether pages have only a label for a permission, in one block, but a label and a text for each other one. */
export const isOnlyLabelled = (permission: string, own: OwnBlocks): boolean => {
  const words = distinctWords(own)
  const others = Object.keys(own).filter(other => other !== permission)
  const isDescribed = (other: string) => paragraphsOf(own[other] ?? []) > 1 && (words[other] ?? 0) >= describedWords
  return (
    others.length > 0 &&
    paragraphsOf(own[permission] ?? []) <= 1 &&
    (words[permission] ?? 0) <= mostLabelWords &&
    others.every(isDescribed)
  )
}

/** Returns the text of pages about a permission, without blocks that only contain its identifier. */
const sayingOf = (permission: string, blocks: readonly string[]): string => {
  const said = blocks.map(wordsIn).filter(words => !words.every(word => isNameOf(permission, word)))
  return [...new Set(said.map(words => words.join(' ')))].sort().join('\n')
}

/** Returns another permission that pages describe in the same words, apart from the identifier; undefined if there is none. */
export const sameAs = (permission: string, own: OwnBlocks): string | undefined => {
  const saying = sayingOf(permission, own[permission] ?? [])
  return Object.keys(own).find(other => other !== permission && sayingOf(other, own[other] ?? []) === saying)
}
