import fc from 'fast-check'
import { someOf } from '../samples.ts'

type Change = (text: string) => string

/** Lengths beyond those of usual columns and indexes, and of short ones. */
const [longest, longer] = [300, 200]

/** Returns a number with at most fifteen digits: the unique count in a fresh text, and digits of the run. */
const numberOf = (fresh: string): string => {
  const [first = '', ...others] = fresh.split('-')
  // A nonce begins with its count; other fresh texts end with it.
  const count = /^\d{8}$/.test(first) && others.length === 4 ? first : fresh.slice(-countLength)
  const digits = String(Number.parseInt(count, 36)).padStart(8, '0')
  return `7${digits}${fresh.replace(count, '').replace(/\D/g, '').slice(0, 6)}`
}

/** The length of a count, a number in base 36. */
const countLength = 5

/** Texts of several kinds, and ways to derive other texts that a careless lookup treats as equal. */
const kinds: Readonly<Record<string, { of: Change; similarities: Readonly<Record<string, Change>> }>> = {
  'a name': {
    of: fresh => `${fresh}-aB7`,
    similarities: {
      'in capitals': text => text.toUpperCase(),
      'in small letters': text => text.toLowerCase(),
      'with a blank behind': text => `${text} `,
      'with a blank before': text => ` ${text}`,
      'without its end': text => text.slice(0, -1),
      'without its beginning': text => text.slice(1),
      'with more behind': text => `${text}1`,
      'with another mark': text => text.replaceAll('-', '_'),
      'without its marks': text => text.replaceAll('-', ''),
    },
  },
  'a text': {
    of: fresh => `${fresh} é 7`,
    similarities: {
      'in another normal form': text => text.normalize('NFD'),
      'without its accents': text => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
      'with digits of full width': text => text.replace(/7$/, '\uff17'),
      'with one blank more': text => text.replace(' ', '  '),
      'with a plus for a blank': text => text.replace(' ', '+'),
      'with a word more': text => `${text} b`,
      escaped: encodeURIComponent,
    },
  },
  'a text of many letters': {
    of: fresh => fresh.padEnd(longer, 'x'),
    similarities: { 'with another end': text => `${text.slice(0, -1)}y` },
  },
  'a long text': {
    of: fresh => fresh.padEnd(longest, 'x'),
    similarities: { 'with another end': text => `${text.slice(0, -1)}y` },
  },
  'a number': {
    of: numberOf,
    similarities: {
      'with a zero before': text => `0${text}`,
      'with a fraction of zero': text => `${text}.0`,
      'with a sign': text => `+${text}`,
    },
  },
}

/** The name of a similarity, such as `a name, in capitals`. */
export type Similarity = string

const pairs = new Map<Similarity, { of: Change; change: Change }>(
  Object.entries(kinds).flatMap(([kind, { of, similarities }]) =>
    Object.entries(similarities).map(([name, change]) => [`${kind}, ${name}`, { of, change }] as const),
  ),
)

/** Every similarity. */
export const similarities: readonly Similarity[] = [...pairs.keys()]

/** A unique text of one kind, made from a fresh one, and the texts similar to it, each once. */
export type SimilarText = { text: string; others: string[] }

/** Returns a text of each kind among some similarities, each with its similar texts. */
export const similarByKind = (fresh: string, chosen: readonly Similarity[]): SimilarText[] => {
  const others = new Map<string, Set<string>>()
  for (const name of chosen) {
    const [text, other] = similarTexts(fresh, [name])
    if (text !== undefined && other !== undefined) others.set(text, (others.get(text) ?? new Set()).add(other))
  }
  return [...others].map(([text, similar]) => ({ text, others: [...similar] }))
}

/** Draws one or a few similarities; they shrink to the one at fault. */
export const anySimilarities: fc.Arbitrary<Similarity[]> = someOf(similarities, 1)

/** Returns similar texts, each once, all made from one fresh text. */
export const similarTexts = (fresh: string, chosen: readonly Similarity[]): string[] => {
  const texts = chosen.flatMap(name => {
    const { of, change } = pairs.get(name) ?? { of: text => text, change: text => text }
    return [of(fresh), change(of(fresh))]
  })
  return [...new Set(texts)]
}

const mutilationKinds = [
  'beginning',
  'end',
  'behind',
  'before',
  'case',
  'blanks behind',
  'blanks before',
  'any text',
  'any name',
  'any letters',
  'any characters',
  'pattern',
] as const
type MutilationKind = (typeof mutilationKinds)[number]

/** Turns a string of the target into a similar one that a careless lookup finds; also returns how many letters it loses or gains. */
export type Mutilation = { how: MutilationKind; letters: number }

const shortest = 20

/** Draws a change to a string; each sample shrinks too. */
export const anyMutilation: fc.Arbitrary<Mutilation> = fc.record({
  how: fc.constantFrom(...mutilationKinds),
  letters: fc.integer({ min: 4, max: 16 }),
})

/**
 * Returns the texts that are always tried beside one: parts of it, longer texts, the other case, surrounding spaces, and patterns that
 * match it.
 */
export const mutilations = (text: string): Mutilation[] => [
  { how: 'beginning', letters: 4 },
  { how: 'beginning', letters: Math.max(4, Math.floor(text.length / 2)) },
  ...mutilationKinds.filter(how => how !== 'beginning').map(how => ({ how, letters: 4 })),
]

const swapCase = (text: string): string =>
  [...text].map(letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')

type Mutilate = (text: string, letters: number) => string

const ifLong =
  (mutilate: Mutilate): Mutilate =>
  (text, letters) =>
    text.length - letters >= shortest / 2 && text.length >= shortest ? mutilate(text, letters) : text

const withoutEnd: Mutilate = (text, letters) => text.slice(0, -Math.min(letters, Math.ceil(text.length / 2)))

const mutilate: Readonly<Record<MutilationKind, Mutilate>> = {
  beginning: ifLong((text, letters) => text.slice(0, -letters)),
  end: ifLong((text, letters) => text.slice(letters)),
  behind: (text, letters) => text + '48213'.repeat(letters).slice(0, letters),
  before: (text, letters) => '31284'.repeat(letters).slice(0, letters) + text,
  case: text => (/[a-z]/.test(text) && /[A-Z]/.test(text) ? swapCase(text) : text),
  'blanks behind': (text, letters) => text + ' '.repeat(letters),
  'blanks before': (text, letters) => ' '.repeat(letters) + text,
  'any text': (text, letters) => `${withoutEnd(text, letters)}%`,
  'any name': (text, letters) => `${withoutEnd(text, letters)}*`,
  'any letters': (text, letters) => withoutEnd(text, letters).padEnd(text.length, '_'),
  'any characters': (text, letters) => withoutEnd(text, letters).padEnd(text.length, '?'),
  pattern: (text, letters) => `${withoutEnd(text, letters)}.*`,
}

/**
 * Returns the changed text, or `text` itself if the change is not safe: part of a short id may be another id, and an id may be a number,
 * which has no case.
 */
export const mutilated = (text: string, { how, letters }: Mutilation): string => mutilate[how](text, letters)
