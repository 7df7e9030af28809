import fc from 'fast-check'
import { isDecimal, isSameAmount } from '../../../protocol/amount.ts'

type Change = (text: string) => string

/** Longer than columns and indexes usually are, and longer than the shorter ones of them. */
const [longest, longer] = [300, 200]

/** Texts of four kinds, and the ways to another one that a careless lookup takes for the same. */
const kinds: Readonly<Record<string, { of: Change; likenesses: Readonly<Record<string, Change>> }>> = {
  'a name': {
    of: fresh => `${fresh}-aB7`,
    likenesses: {
      'in capitals': text => text.toUpperCase(),
      'in small letters': text => text.toLowerCase(),
      'with a blank behind': text => `${text} `,
      'with a blank before': text => ` ${text}`,
      'without its end': text => text.slice(0, -1),
      'without its beginning': text => text.slice(1),
      'with more behind': text => `${text}1`,
    },
  },
  'a text': {
    of: fresh => `${fresh} é 7`,
    likenesses: {
      'in another normal form': text => text.normalize('NFD'),
      'without its accents': text => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
      'with digits of full width': text => text.replace(/7$/, '\uff17'),
      'with one blank more': text => text.replace(' ', '  '),
      'with a plus for a blank': text => text.replace(' ', '+'),
      escaped: encodeURIComponent,
    },
  },
  'a text of many letters': {
    of: fresh => fresh.padEnd(longer, 'x'),
    likenesses: { 'with another end': text => `${text.slice(0, -1)}y` },
  },
  'a long text': {
    of: fresh => fresh.padEnd(longest, 'x'),
    likenesses: { 'with another end': text => `${text.slice(0, -1)}y` },
  },
  'a number': {
    of: fresh => `7${fresh.replace(/\D/g, '').slice(-8)}`,
    likenesses: {
      'with a zero before': text => `0${text}`,
      'with a fraction of zero': text => `${text}.0`,
      'with a sign': text => `+${text}`,
    },
  },
}

/** The name of a likeness, such as `a name, in capitals`. */
export type Likeness = string

const pairs = new Map<Likeness, { of: Change; change: Change }>(
  Object.entries(kinds).flatMap(([kind, { of, likenesses }]) =>
    Object.entries(likenesses).map(([name, change]) => [`${kind}, ${name}`, { of, change }] as const),
  ),
)

/** Every likeness. */
export const likenesses: readonly Likeness[] = [...pairs.keys()]

/** Draws one likeness or a few; they shrink to the one at fault. */
export const anyLikenesses: fc.Arbitrary<Likeness[]> = fc.uniqueArray(fc.constantFrom(...likenesses), {
  minLength: 1,
  size: 'xsmall',
})

/** Returns texts that are alike, each once, all of them made of one that nobody else has. */
export const alikeTexts = (fresh: string, chosen: readonly Likeness[]): string[] => {
  const texts = chosen.flatMap(name => {
    const { of, change } = pairs.get(name) ?? { of: text => text, change: text => text }
    return [of(fresh), change(of(fresh))]
  })
  return [...new Set(texts)]
}

/** Ways to another integer that a careless comparison takes for the same. */
const integerLikenesses: Readonly<Record<string, (integer: bigint) => bigint>> = {
  'the same in 31 bits': integer => integer + 2n ** 31n,
  'the same in 32 bits': integer => integer + 2n ** 32n,
  'with a digit behind': integer => integer * 10n + 1n,
  'with a digit before': integer => BigInt(`1${integer}`),
}

/** Returns integers like one, by what makes them alike. */
export const alikeIntegers = (integer: bigint): Readonly<Record<string, bigint>> =>
  Object.fromEntries(Object.entries(integerLikenesses).map(([name, change]) => [name, change(integer)]))

/** Returns decimals of the same digits as one, and of another value: 1.00 gives 10.0 and 100. */
export const sameDigits = (decimal: string): string[] => {
  const digits = decimal.replace('.', '')
  const dotted = [...digits].map((_, at) => `${digits.slice(0, at)}.${digits.slice(at)}`).slice(1)
  return [...dotted, digits].filter(other => isDecimal(other) && !isSameAmount(other, decimal))
}
