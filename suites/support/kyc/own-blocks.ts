import type { ConsentPage } from '../../../harness/pages.ts'
import { blocksOf, textOf } from '../../../pages/document/dom.ts'
import { visibleDocument } from '../pages/visible-document.ts'
import { addedWords, isNameOf, joined, partsOf, withoutControls, wordsOf } from './own-text.ts'

/** The blocks of text that pages have for each permission. */
export type OwnBlocks = Readonly<Record<string, readonly string[]>>

type Shown = Pick<ConsentPage, '$' | 'overviews'>

const documentsOf = ({ $, overviews }: Shown) =>
  Promise.all([...overviews.map(overview => overview.$), $].map(visibleDocument))

/** Returns the visible text of a page and of the overviews before it, as a whole and in blocks. */
export const visibleTextOf = async (page: Shown): Promise<{ text: string; blocks: string[] }> => {
  const documents = await documentsOf(page)
  return { text: documents.map(textOf).join(' '), blocks: documents.flatMap(blocksOf) }
}

/** Returns the blocks that one page has more often than another. */
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
 * Returns the blocks of each permission on the page of all of them; `without` has the same page without each one. Of a block
 * that several permissions have in common, such as one paragraph about all of them, each has the words that go with it.
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

/** Returns the words of a block, without those of controls, plain. */
const wordsIn = (block: string): string[] => withoutControls(wordsOf(block)).flatMap(partsOf).map(joined)

const isEverywhere = (own: OwnBlocks, block: string): boolean =>
  Object.values(own).every(blocks => blocks.includes(block))

/**
 * Returns how many words pages have for each permission in blocks that not every permission has. A block that is the same for all of
 * them describes none; one that is repeated, as in the labels of two controls, counts once.
 */
export const distinctWords = (own: OwnBlocks): Record<string, number> =>
  Object.fromEntries(
    Object.entries(own).map(([permission, blocks]) => {
      const texts = blocks.filter(block => !isEverywhere(own, block)).map(block => wordsIn(block).join(' '))
      return [permission, [...new Set(texts)].join(' ').split(' ').filter(Boolean).length]
    }),
  )

/** Returns how many different blocks with words pages have for a permission, controls aside. */
const paragraphsOf = (blocks: readonly string[]): number =>
  new Set(blocks.map(block => wordsIn(block).join(' ')).filter(Boolean)).size

/** Words of a label, at most. */
const mostLabelWords = 3

/** Words about each other permission, at least, beside which a label alone is not a description. */
export const describedWords = 8

/** Returns whether pages have a label in one block for a permission, and for each other one a label and a text of its own. */
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

/** Returns what pages say of a permission, without the blocks that only have its identifier. */
const sayingOf = (permission: string, blocks: readonly string[]): string => {
  const said = blocks.map(wordsIn).filter(words => !words.every(word => isNameOf(permission, word)))
  return [...new Set(said.map(words => words.join(' ')))].sort().join('\n')
}

/** Returns another permission of which pages say the same, its identifier aside; undefined if there is none. */
export const sameAs = (permission: string, own: OwnBlocks): string | undefined => {
  const saying = sayingOf(permission, own[permission] ?? [])
  return Object.keys(own).find(other => other !== permission && sayingOf(other, own[other] ?? []) === saying)
}
