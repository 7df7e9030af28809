import type { Json } from '../../protocol/json.ts'

/** The types that the document has for members. */
export type Type = 'text' | 'integer' | 'timestamp' | 'amount' | 'price' | 'object' | 'texts' | 'list' | 'address'

/** A member of a body: where it is ('order.items.0.price'), and its type. */
export type Member = { path: string; type: Type }

/** Members from a table of paths by type. */
export const members = (table: Partial<Record<Type, readonly string[]>>): Member[] =>
  Object.entries(table).flatMap(([type, paths]) => paths.map(path => ({ path, type: type as Type })))

/** Values of another type, such as a lenient reader takes for the right one. Null may stand for absence, and is left out. */
const wrong: Readonly<Record<Type, (right: Json) => readonly Json[]>> = {
  text: () => [17, { text: 'x' }],
  integer: right => [String(right), Number(right) + 0.5],
  timestamp: right => [new Date(Number(right) * 1000).toISOString(), String(right), Number(right) + 0.5],
  // What a lenient reader takes for an amount is a row of its own (FMT-05).
  amount: right => [{ value: right }],
  price: right => [Number(right)],
  object: right => [JSON.stringify(right), []],
  texts: right => [String(right), [17]],
  list: right => [JSON.stringify(right), {}],
  address: right => [17, { href: right }],
}

/** Values of another type in place of the right one. */
export const mistyped = ({ type }: Member, right: Json): readonly Json[] => wrong[type](right)

/** Each member left out. */
export const absent = (all: readonly Member[]): [Member, string, undefined][] =>
  all.map(one => [one, 'missing', undefined])
