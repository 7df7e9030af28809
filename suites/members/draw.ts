import fc from 'fast-check'
import type { Member, MemberType } from './member.ts'
import { listOf } from './values/lists.ts'
import {
  anyInteger,
  anyTimestamp,
  integerSamples,
  minorSamples,
  minorUnits,
  nearTimestamp,
  timestampSamples,
} from './values/numbers.ts'
import { shownSamples, shownText, textOf, textSamples } from './values/texts.ts'

/** The value of a member: for an amount, minor units in the currency of its message; for a list, its items. */
export type Value = string | number | bigint | readonly Drawn[]

/** A value for each drawn member, by name; optional members may be missing. */
export type Drawn = Readonly<{ [name: string]: Value }>

/** The bounds of the values in a run. */
export type Bounds = {
  /** The current time, in Unix seconds. */
  now: number
  /** The currencies that the target accepts. */
  currencies: readonly string[]
  /** The smallest and the largest amount, in minor units. */
  least: bigint
  most: bigint
  /** Any text, or only texts that a page can show unchanged. */
  texts: 'any' | 'shown'
  /** Whether numbers and times may be at the limits of integer types, within what the document allows; many targets refuse those. */
  isFar: boolean
  /** The lowest quantity of an item, by default one. */
  fewest?: number
  /** Bounds that differ for the items of a list. */
  item?: Partial<Bounds>
}

/** The values of a member: the generator, and the values that are always tried. */
type Values = { arbitrary: fc.Arbitrary<Value>; samples: readonly Value[] }

const anyText = textOf()

const textsOf = ({ texts }: Bounds): Values =>
  texts === 'any' ? { arbitrary: anyText, samples: textSamples } : { arbitrary: shownText, samples: shownSamples }

const valuesByType: Readonly<Partial<Record<MemberType, (bounds: Bounds) => Values>>> = {
  text: textsOf,
  id: textsOf,
  integer: ({ fewest = 1, isFar }) => ({ arbitrary: anyInteger(fewest), samples: integerSamples(fewest, isFar) }),
  timestamp: ({ now, isFar }) =>
    isFar
      ? { arbitrary: anyTimestamp(now), samples: timestampSamples(now) }
      : { arbitrary: nearTimestamp(now), samples: [now + 5_400] },
  amount: ({ least, most }) => ({ arbitrary: minorUnits(least, most), samples: minorSamples(least, most) }),
  currency: ({ currencies }) => ({ arbitrary: fc.constantFrom(...currencies), samples: currencies }),
}

/** Numbers of items that are always tried, with one, two and three digits. */
const lengths = [11, 1, 101, 2]

/** Returns the prefix of the names of a list's items: `order.items[].` for `order.items`. */
const inside = (list: Member): string => `${list.name}[].`

/** Lists that are always tried, including one with two items of the same id, since nothing says that item ids are unique. */
const withOneId = ([first = {}, ...others]: Drawn[]): Drawn[] =>
  others.length === 1 ? [first, { ...others[0], ...('id' in first ? { id: first.id } : {}) }] : [first, ...others]

const itemsOf = (list: Member, members: readonly Member[], bounds: Bounds): Values => {
  const item: Bounds = { ...bounds, ...bounds.item }
  const columns = members
    .filter(({ name }) => name.startsWith(inside(list)))
    .map(member => ({ ...member, name: member.name.slice(inside(list).length) }))
  return {
    arbitrary: listOf(arbitraryOf(columns, item), sampleOf(columns, item, 'plain'), Math.max(...lengths)),
    samples: lengths.map(length => withOneId(Array.from({ length }, (_, at) => sampleOf(columns, item, at)))),
  }
}

/** Returns the values of a member; undefined if a check must choose them, such as OCIDs and signatures. */
const valuesOf = (member: Member, members: readonly Member[], bounds: Bounds): Values | undefined =>
  member.type === 'list' ? itemsOf(member, members, bounds) : valuesByType[member.type]?.(bounds)

/** The separately drawn members of a list, each with its values. */
const drawable = (members: readonly Member[], bounds: Bounds): { member: Member; values: Values }[] =>
  members
    .filter(({ name }) => !name.includes('[]'))
    .flatMap(member => {
      const values = valuesOf(member, members, bounds)
      return values === undefined ? [] : [{ member, values }]
    })

/** Returns whether a member may be omitted, alone or with the object that contains it. */
const isOptional = ({ name, optional }: Member, members: readonly Member[]): boolean =>
  optional || members.some(other => other.optional && name.startsWith(`${other.name}.`))

const arbitraryOf = (members: readonly Member[], bounds: Bounds): fc.Arbitrary<Drawn> => {
  const drawn = drawable(members, bounds)
  const record = Object.fromEntries(drawn.map(({ member, values }) => [member.name, values.arbitrary]))
  const requiredKeys = drawn.filter(({ member }) => !isOptional(member, members)).map(({ member }) => member.name)
  return fc.record(record, { requiredKeys })
}

/** After this many turns, every member has had its first samples, which are the most revealing. */
const blockLength = 6

/**
 * Returns which of `count` samples a member gets at a turn: after `count` turns it has had all of them, block by block, in varying
 * combinations.
 */
const turnOf = (turn: number, at: number, count: number): number => {
  const within = turn % count
  const start = within - (within % blockLength)
  const length = Math.min(blockLength, count - start)
  return start + ((within - start + at + Math.floor(turn / count)) % length)
}

/** Returns a message of samples: for each member the sample whose turn it is, or else the plainest one. */
const sampleOf = (members: readonly Member[], bounds: Bounds, turn: number | 'plain'): Drawn =>
  Object.fromEntries(
    drawable(members, bounds).map(({ member, values: { samples } }, at) => [
      member.name,
      samples[turn === 'plain' ? 0 : turnOf(turn, at, samples.length)] ?? '',
    ]),
  )

/** Returns a message in each of the other currencies: plain amounts have more digits than any currency has minor ones. */
const inOtherCurrencies = (message: Drawn, members: readonly Member[], bounds: Bounds): Drawn[] =>
  drawable(members, bounds)
    .filter(({ member }) => member.type === 'currency')
    .flatMap(({ member: { name }, values }) =>
      values.samples.filter(code => code !== message[name]).map(code => ({ ...message, [name]: code })),
    )

/**
 * Messages of some members: the generator, and the messages that are always tried: a plain message, one without optional members, each
 * sample once, and the one without optional members in each currency.
 */
export type Messages = { arbitrary: fc.Arbitrary<Drawn>; samples: readonly Drawn[] }

/**
 * Returns messages with values for all members at once, although optional ones are sometimes missing. A failing message shrinks
 * to the member at fault, even if it is a sample.
 */
export const messagesOf = (members: readonly Member[], bounds: Bounds): Messages => {
  const plain = sampleOf(members, bounds, 'plain')
  const required = members.filter(member => !isOptional(member, members)).map(({ name }) => name)
  const bare = Object.fromEntries(Object.entries(plain).filter(([name]) => required.includes(name)))
  const turns = Math.max(1, ...drawable(members, bounds).map(({ values }) => values.samples.length))
  const [first, second, ...others] = Array.from({ length: turns }, (_, turn) => sampleOf(members, bounds, turn))
  return {
    arbitrary: arbitraryOf(members, bounds),
    samples: [
      plain,
      bare,
      ...[first, second].filter(sample => sample !== undefined),
      ...inOtherCurrencies(bare, members, bounds),
      ...others,
    ],
  }
}
