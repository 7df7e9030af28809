import { type CodePoints, type EscapeRange, rangeText } from '../../protocol/json/escape-ranges.ts'
import type { CanonicalEscape } from '../../protocol/json/escapes.ts'
import { type CharacterClass, characterClasses, classesIn } from './character-classes.ts'

/** A target that signs texts, and a way to test its signature against possible escapes. */
export type TextSigner<Signed> = {
  /** Makes the target sign a payload with a string in it; `undefined` if it refuses the text. */
  sign: (text: string) => Promise<Signed | undefined>
  /** Returns the canonical JSON that the target signed, including all texts of the payload. */
  textOf: (signed: Signed) => string
  isSignedWith: (signed: Signed, escapes: readonly CanonicalEscape[]) => boolean
}

/**
 * The characters that a target escapes. `isConsistent`: they also explain its signature of all texts together. `unexplained`: the classes
 * whose signatures no JSON spelling explains.
 */
export type LearnedEscapes = { escapes: CanonicalEscape[]; isConsistent: boolean; unexplained: readonly string[] }

/** How the characters of a class are written: plain, as \uXXXX in lower or upper case, or (for the slash) behind a backslash. */
type Spelling = 'plain' | 'lower' | 'upper' | 'slash'

type Spelled = readonly (readonly [CharacterClass, Spelling])[]

/** Maximum number of classes whose spellings are tried in every combination: each verification takes about a millisecond. */
const mostTogether = 4

const spellingsOf = ({ ranges: [first], isControl }: CharacterClass): readonly Spelling[] => {
  if (first?.first === 0x2f) return ['plain', 'slash', 'lower', 'upper']
  return isControl ? ['plain', 'upper'] : ['plain', 'lower', 'upper']
}

const escapesOf = (spelled: Spelled): CanonicalEscape[] =>
  spelled.flatMap(([{ ranges }, spelling]): readonly CanonicalEscape[] => {
    if (spelling === 'plain') return []
    return spelling === 'slash' ? ['slash'] : ranges.map(range => rangeText(range, spelling === 'upper'))
  })

/** Lists every combination of spellings, starting with those that spell all classes the same. */
const combinations = (classes: readonly CharacterClass[]): Spelled[] => {
  const same = (['plain', 'lower', 'upper'] as const).map(spelling =>
    classes.map(one => [one, spellingsOf(one).includes(spelling) ? spelling : 'plain'] as const),
  )
  if (classes.length > mostTogether) return same
  const all = classes.reduce<Spelled[]>(
    (begun, one) => begun.flatMap(some => spellingsOf(one).map((spelling): Spelled => [...some, [one, spelling]])),
    [[]],
  )
  return [...same, ...all]
}

const sampleOf = (classes: readonly CharacterClass[]): string =>
  classes.map(({ sample }) => `${[...sample].join('a')}a`).join('')

/** Splits classes into parts small enough to try every combination. */
const partsOf = (classes: readonly CharacterClass[]): CharacterClass[][] => {
  const size = classes.length > mostTogether ? mostTogether : 1
  return Array.from({ length: Math.ceil(classes.length / size) }, (_, at) => classes.slice(at * size, (at + 1) * size))
}

/** The known escapes of a target, and the number of requests left. */
type Learning<Signed> = { signer: TextSigner<Signed>; known: Spelled; unexplained: CharacterClass[]; left: number }

/** Learns how some classes are written. If no combination explains the signature, or the text is refused, tries smaller parts. */
const learn = async <Signed>(learning: Learning<Signed>, classes: readonly CharacterClass[]): Promise<void> => {
  if (classes.length === 0 || learning.left === 0) return
  learning.left -= 1
  const signed = await learning.signer.sign(sampleOf(classes))
  const found = signed && explanation(learning, classes, signed)
  if (found) learning.known = [...learning.known, ...found]
  else if (classes.length > 1) for (const part of partsOf(classes)) await learn(learning, part)
  else if (signed) learning.unexplained.push(...classes)
}

const explanation = <Signed>(
  { signer, known }: Learning<Signed>,
  classes: readonly CharacterClass[],
  signed: Signed,
): Spelled | undefined =>
  combinations(classes).find(spelled => signer.isSignedWith(signed, escapesOf([...known, ...spelled])))

/**
 * Returns the escapes that explain the signature of a string, if they concern only a few of its characters; otherwise `undefined`. `json`: the
 * text's canonical JSON without escapes.
 */
export const escapesExplaining = (
  json: string,
  isSignedWith: (escapes: readonly CanonicalEscape[]) => boolean,
): readonly CanonicalEscape[] | undefined => combinations(classesIn(json)).map(escapesOf).find(isSignedWith)

/** Maximum number of requests for learning. */
const mostRequests = 60

/**
 * Learns the escapes of a target's canonical JSON from the documents that it signs, by finding the spelling of each class of characters
 * that makes its signature verify. Returns `undefined` if the assumed escapes already explain a signature of all classes. Heading:
 * Authentication (escapes are not specified).
 */
export const learnEscapes = async <Signed>(
  signer: TextSigner<Signed>,
  assumed: readonly CanonicalEscape[],
): Promise<LearnedEscapes | undefined> => {
  const whole = await signer.sign(sampleOf(characterClasses.flat()))
  if (whole !== undefined && signer.isSignedWith(whole, assumed)) return undefined
  const groups = whole === undefined ? await groupsToLearn(signer, assumed) : characterClasses
  if (groups.length === 0) return undefined
  const learning: Learning<Signed> = { signer, known: [], unexplained: [], left: mostRequests }
  // Characters of every payload, such as the hyphen of an id, are learned first: all later payloads have them too.
  const plain = await signer.sign('plain')
  if (plain === undefined) return undefined
  const usual = classesIn(signer.textOf(plain))
  const found = usual.length > mostTogether * 2 ? undefined : explanation(learning, usual.slice(0, mostTogether), plain)
  // If not even plain text is explained, something else is signed.
  if (found === undefined && !signer.isSignedWith(plain, assumed)) return undefined
  learning.known = found ?? []
  for (const group of characterClasses)
    await learn(
      learning,
      group.filter(one => !learning.known.some(([known]) => known === one)),
    )
  return outcomeOf(learning)
}

/** Returns the groups of classes that the assumed escapes do not explain, for a target that refuses a string with all classes. */
const groupsToLearn = async <Signed>(signer: TextSigner<Signed>, assumed: readonly CanonicalEscape[]) => {
  const groups: (readonly CharacterClass[])[] = []
  for (const group of characterClasses) if (await isUnexplained(signer, assumed, group)) groups.push(group)
  return groups
}

/** Returns whether a signature proves that classes are not written as assumed. A refused text may be too long, so its parts are tried. */
const isUnexplained = async <Signed>(
  signer: TextSigner<Signed>,
  assumed: readonly CanonicalEscape[],
  classes: readonly CharacterClass[],
): Promise<boolean> => {
  const signed = await signer.sign(sampleOf(classes))
  if (signed !== undefined) return !signer.isSignedWith(signed, assumed)
  if (classes.length <= mostTogether) return false
  for (const part of partsOf(classes)) if (await isUnexplained(signer, assumed, part)) return true
  return false
}

const outcomeOf = async <Signed>({ signer, known, unexplained }: Learning<Signed>): Promise<LearnedEscapes> => {
  const escapes = joined(known)
  const together = await signer.sign(sampleOf(known.map(([one]) => one)))
  return {
    escapes,
    isConsistent: together === undefined || signer.isSignedWith(together, escapes),
    unexplained: unexplained.map(({ name }) => name),
  }
}

/** Writes the escapes in as few ranges as possible, with names for characters beyond ASCII. */
const joined = (known: Spelled): CanonicalEscape[] => {
  const escapes: CanonicalEscape[] = known.some(([, spelling]) => spelling === 'slash') ? ['slash'] : []
  for (const isUpper of [false, true]) {
    const ranges = known
      .filter(([, spelling]) => spelling === (isUpper ? 'upper' : 'lower'))
      .flatMap(([{ ranges: own }]) => own)
      .toSorted((a, b) => a.first - b.first)
    escapes.push(...adjacentJoined(ranges).map(range => nameOf(rangeText(range, isUpper))))
  }
  return escapes
}

const nameOf = (range: EscapeRange): CanonicalEscape => (range === 'U+0080-U+10FFFF' ? 'non-ascii' : range)

/** The last code point before the surrogates, and the first behind them. */
const [beforeSurrogates, behindSurrogates] = [0xd7ff, 0xe000]

const adjacentJoined = (ranges: readonly CodePoints[]): CodePoints[] => {
  const all: CodePoints[] = []
  for (const range of ranges) {
    const last = all.at(-1)
    const isNext =
      last !== undefined &&
      (last.last + 1 === range.first || (last.last === beforeSurrogates && range.first === behindSurrogates))
    if (isNext) all[all.length - 1] = { first: last.first, last: range.last }
    else all.push(range)
  }
  return all
}
