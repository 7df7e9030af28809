/** Edits (insert, delete, replace) that turn one text into the other. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The known word that a text most likely means: at most a third of it differs. */
export const nearest = (text: string, known: readonly string[]): string | undefined => {
  const wanted = text.slice(0, 100).toLowerCase()
  const ranked = known
    .map(word => ({ word, edits: distance(wanted, word.toLowerCase()) }))
    .filter(({ word, edits }) => edits <= Math.max(1, Math.floor(Math.max(word.length, wanted.length) / 3)))
  return ranked.sort((a, b) => a.edits - b.edits)[0]?.word
}

/** "Did you mean …?", or else what there is to choose from. */
export const suggestion = (text: string, known: readonly string[], otherwise: string): string => {
  const word = nearest(text, known)
  return word === undefined ? otherwise : `Did you mean ${word}?`
}
