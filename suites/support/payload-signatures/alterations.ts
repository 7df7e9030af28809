import fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../../../protocol/json/json.ts'
import { edit, memberAt } from '../edit.ts'

/**
 * A small change of one value of a payload: which value, which kind of change for its type, and at which position in a string or list.
 * `letter`: the text to insert; `bit`: the power of two by which an integer changes.
 */
export type Alteration = { value: number; way: number; at: number; letter: string; bit: number }

/** Characters that a reader may ignore, and others. */
const letters = [' ', '\t', '\n', '\u00a0', '\u200b', '0', '1', 'a', 'Z', '.', '-']

/** The last position to change in a string or list; a later one means its end. */
const mostPlaces = 8

const mostValues = 12
const mostWays = 3

/** Draws a small change of any value. */
export const anyAlteration: fc.Arbitrary<Alteration> = fc.record({
  value: fc.nat({ max: mostValues - 1 }),
  way: fc.nat({ max: mostWays - 1 }),
  at: fc.nat({ max: mostPlaces }),
  letter: fc.constantFrom(...letters),
  bit: fc.nat({ max: 32 }),
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** Every value, changed at its end in every possible way. */
export const alterationSamples: readonly Alteration[] = upTo(mostValues).flatMap(value =>
  upTo(mostWays).map(way => ({ value, way, at: mostPlaces, letter: ' ', bit: 0 })),
)

/** A payload to sign, and the one to send with that signature. */
export type AlteredPayload = { path: string; signed: JsonObject; sent: JsonObject }

type Way<T extends Json> = (value: T, alteration: Alteration) => { signed: Json; sent: Json }

const place = ({ length }: { length: number }, { at }: Alteration): number => (at === mostPlaces ? length : at % length)

const swapCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()

/** Changes one character of a string, and keeps the rest. */
const atPlace = (text: string, at: number, change: (letter: string) => string): string =>
  text.slice(0, at) + change(text.slice(at, at + 1)) + text.slice(at + 1)

const last = ({ length }: { length: number }, at: number): number => Math.min(at, length - 1)

const textWays: readonly Way<string>[] = [
  (text, by) => ({ signed: text, sent: atPlace(text, place(text, by), letter => by.letter + letter) }),
  (text, by) => ({ signed: text, sent: atPlace(text, last(text, place(text, by)), () => '') }),
  (text, by) => ({ signed: text, sent: atPlace(text, last(text, place(text, by)), swapCase) }),
]

const integerWays: readonly Way<number>[] = [
  (integer, { bit }) => ({ signed: integer, sent: integer + 2 ** bit }),
  (integer, { bit }) => ({ signed: integer, sent: integer - 2 ** bit }),
]

// The document does not say whether arrays are sorted in the canonical text, so no list is sent in another order.
const listWays: readonly Way<Json[]>[] = [
  (list, by) => {
    const at = last(list, place(list, by))
    return { signed: list.filter((_, index) => index !== at), sent: list }
  },
  (list, by) => {
    const at = last(list, place(list, by))
    return { signed: list, sent: list.filter((_, index) => index !== at) }
  },
]

const wayOf = <T extends Json>(ways: readonly Way<T>[], value: T, alteration: Alteration) =>
  ways[alteration.way % ways.length]?.(value, alteration)

const change = (value: Json | undefined, alteration: Alteration) => {
  if (typeof value === 'string' && value !== '') return wayOf(textWays, value, alteration)
  if (typeof value === 'number') return wayOf(integerWays, value, alteration)
  if (Array.isArray(value) && value.length > 0) return wayOf(listWays, value, alteration)
  return undefined
}

/** Returns the paths of the values of a payload: of all texts, integers and lists, at every depth. */
export const pathsOf = (value: Json | undefined, path = ''): string[] => {
  const below = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (isObject(value)) return Object.entries(value).flatMap(([name, member]) => pathsOf(member, below(name)))
  const inside = Array.isArray(value)
    ? value.flatMap((item, at) => (isObject(item) ? pathsOf(item, below(at)) : []))
    : []
  return [path, ...inside]
}

/** Returns a payload with one of the values at `paths` altered; undefined if that does not change the value. */
export const altered = (
  payload: JsonObject,
  paths: readonly string[],
  alteration: Alteration,
): AlteredPayload | undefined => {
  const path = paths[alteration.value % paths.length] ?? ''
  const changed = change(memberAt(payload, path), alteration)
  if (changed === undefined || changed.signed === changed.sent) return undefined
  return { path, signed: edit(payload, path, changed.signed), sent: edit(payload, path, changed.sent) }
}
