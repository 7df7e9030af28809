import { distance } from 'fastest-levenshtein'

/** Returns the known word that a string most likely means: at most a third of it differs. */
const nearest = (text: string, known: readonly string[]): string | undefined => {
  const typed = text.slice(0, 100).toLowerCase()
  const ranked = known
    .map(word => ({ word, edits: distance(typed, word.toLowerCase()) }))
    .filter(({ word, edits }) => edits <= Math.max(1, Math.floor(Math.max(word.length, typed.length) / 3)))
  return ranked.sort((a, b) => a.edits - b.edits)[0]?.word
}

/** Returns "Did you mean …?" if a known word is similar, otherwise the choices. */
export const suggestion = (text: string, known: readonly string[], choices: string): string => {
  const word = nearest(text, known)
  return word === undefined ? choices : `Did you mean ${word}?`
}
