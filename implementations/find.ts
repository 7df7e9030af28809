import { distance } from 'fastest-levenshtein'
import type { Fault } from './faults.ts'

/** Maximum number of suggested names. */
const suggested = 5

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('’', "'")

/** Returns whether two names are equal, ignoring case. */
export const isSameName = (a: string, b: string): boolean => plain(a) === plain(b)

/** Returns the fault with a given current or former name, ignoring case. */
export const findFault = (name: string, faults: readonly Fault[]): Fault | undefined =>
  faults.find(fault => [fault.name, ...fault.formerNames].some(known => isSameName(known, name)))

const wordsIn = (text: string): string[] => plain(text).match(/[a-z0-9']+/g) ?? []

/** Returns how many words are a prefix of a word of a string, or the reverse, such as "floats" and "floating". */
const sharedWords = (words: readonly string[], text: string): number => {
  const stems = wordsIn(text).map(word => word.slice(0, 5))
  return words.filter(word => word.length > 2 && stems.includes(word.slice(0, 5))).length
}

/** Returns the names that a string most likely means, best match first: by words of name and story, then by their letters. */
export const nearNames = (text: string, faults: readonly Fault[]): string[] => {
  const typed = text.slice(0, 200)
  const words = wordsIn(typed)
  const ranked = faults.map(({ name, story }) => ({
    name,
    score: 2 * sharedWords(words, name) + sharedWords(words, story),
    edits: distance(plain(typed), plain(name)),
  }))
  const near = ranked.filter(({ name, score, edits }) => score > 0 || edits <= name.length / 3)
  near.sort((a, b) => b.score - a.score || a.edits - b.edits)
  return [...new Set(near.map(({ name }) => name))].slice(0, suggested)
}
