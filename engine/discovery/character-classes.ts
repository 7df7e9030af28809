import type { CodePoints } from '../../protocol/json/escape-ranges.ts'

/** Characters that a JSON writer spells alike. `isControl`: JSON requires \uXXXX, so only the case of the digits is open. */
export type CharacterClass = {
  name: string
  ranges: readonly CodePoints[]
  /** Some of the characters, if possible with letters among their hexadecimal digits. */
  sample: string
  isControl?: true
}

const nameOf = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

const single = (character: string): CharacterClass => {
  const codePoint = character.codePointAt(0) ?? 0
  return { name: nameOf(codePoint), ranges: [{ first: codePoint, last: codePoint }], sample: character }
}

const range = (first: number, last: number, sample: readonly number[]): CharacterClass => ({
  name: `${nameOf(first)}-${nameOf(last)}`,
  ranges: [{ first, last }],
  sample: String.fromCodePoint(...sample),
})

const ascii: readonly CharacterClass[] = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'].map(single)

/** Control characters: those with a short escape, the others, and U+007F, which needs no escape. */
const controls: readonly CharacterClass[] = [
  ...[...'\b\f\n\r\t'].map(single),
  {
    name: 'control characters',
    ranges: [
      { first: 0x00, last: 0x07 },
      { first: 0x0b, last: 0x0b },
      { first: 0x0e, last: 0x1f },
    ],
    sample: '\u000b\u001f',
    isControl: true,
  },
  single('\u007f'),
]

/** Ranges that writers spell differently: C1 controls, Latin-1, format characters, separators, private use, characters of two units. */
const beyondAscii: readonly CharacterClass[] = [
  range(0x80, 0x84, [0x82]),
  single('\u0085'),
  range(0x86, 0x9f, [0x9c]),
  single('\u00a0'),
  range(0xa1, 0xac, [0xab]),
  single('\u00ad'),
  range(0xae, 0xff, [0xdf, 0xe9]),
  range(0x100, 0x5ff, [0x17e, 0x5d0]),
  range(0x600, 0x605, [0x601]),
  range(0x606, 0x70e, [0x62a]),
  single('\u070f'),
  range(0x710, 0x17b3, [0xe01]),
  range(0x17b4, 0x17b5, [0x17b4]),
  range(0x17b6, 0x1fff, [0x1e9e]),
  range(0x2000, 0x200b, [0x2003, 0x200b]),
  range(0x200c, 0x200f, [0x200d]),
  range(0x2010, 0x2027, [0x201c]),
  range(0x2028, 0x2029, [0x2028, 0x2029]),
  range(0x202a, 0x202f, [0x202f]),
  range(0x2030, 0x205f, [0x203a]),
  range(0x2060, 0x206f, [0x2060]),
  range(0x2070, 0xd7ff, [0x20ac, 0x6f22]),
  range(0xe000, 0xf8ff, [0xe00a]),
  range(0xf900, 0xfefe, [0xfb50]),
  single('\ufeff'),
  range(0xff00, 0xffef, [0xff21]),
  range(0xfff0, 0xffff, [0xfffd]),
  range(0x10000, 0x10ffff, [0x1f600, 0x2000b]),
]

/** Every class, in groups: a target may refuse one group and accept the others. */
export const characterClasses: readonly (readonly CharacterClass[])[] = [ascii, beyondAscii, controls]

/** Returns the ASCII classes of the characters in the strings of a JSON. */
export const classesIn = (json: string): CharacterClass[] => {
  const texts = textsIn(JSON.parse(json))
  return ascii.filter(({ sample }) => texts.includes(sample))
}

const textsIn = (value: unknown): string => {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().map(textsIn).join('') : ''
}
