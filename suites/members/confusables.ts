import fc from 'fast-check'

/** Digits of a number that is so large that nobody has it, and that a double still holds. */
const manyDigits = 14

/**
 * Returns OCIDs that are not `ocid`, though a program takes them for it that keeps integers in 32 bits, or compares the first or
 * the last digits. Each is so large that nobody has it.
 */
export const otherNumbers = (ocid: number): number[] => {
  const others = [
    2 ** 32 + ocid,
    2 ** 40 + ocid,
    Number(String(ocid).padEnd(manyDigits, '0')),
    Number(`7${String(ocid).padStart(manyDigits - 1, '0')}`),
  ]
  return others.filter(other => other !== ocid && Number.isSafeInteger(other))
}

/** How a text becomes another one that a careless lookup finds: the number of letters that it loses or gains. */
export type Mutilation = { how: 'beginning' | 'end' | 'behind' | 'before' | 'case'; letters: number }

const shortest = 20

/** Draws what happens to a text; each sample shrinks, too. */
export const anyMutilation: fc.Arbitrary<Mutilation> = fc.record({
  how: fc.constantFrom('beginning', 'end', 'behind', 'before', 'case'),
  letters: fc.integer({ min: 4, max: 16 }),
})

/** Returns what is always tried of a text: parts of it, more than it, and the other case. */
export const mutilations = (text: string): Mutilation[] => [
  { how: 'beginning', letters: 4 },
  { how: 'beginning', letters: Math.max(4, Math.floor(text.length / 2)) },
  { how: 'end', letters: 4 },
  { how: 'behind', letters: 4 },
  { how: 'before', letters: 4 },
  { how: 'case', letters: 4 },
]

const swapCase = (text: string): string =>
  [...text].map(letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')

/**
 * Returns another text than `text`, or `text` itself where the other one might stand for the same: a part of a short id may be
 * another id, and an id in one case may be a number, which has no case.
 */
export const mutilated = (text: string, { how, letters }: Mutilation): string => {
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text)
  const isLong = text.length - letters >= shortest / 2 && text.length >= shortest
  if (how === 'beginning') return isLong ? text.slice(0, -letters) : text
  if (how === 'end') return isLong ? text.slice(letters) : text
  if (how === 'behind') return text + '48213'.repeat(letters).slice(0, letters)
  if (how === 'before') return '31284'.repeat(letters).slice(0, letters) + text
  return isMixed ? swapCase(text) : text
}
