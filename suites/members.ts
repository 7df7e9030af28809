import type { Json } from '../protocol/json.ts'

/** The types that the document has for members. */
export type Type =
  | 'text'
  | 'integer'
  | 'timestamp'
  | 'amount'
  | 'price'
  | 'object'
  | 'texts'
  | 'integers'
  | 'list'
  | 'address'

/** A member of a body: where it is ('order.items.0.price'), and its type. */
export type Member = { path: string; type: Type }

/** Members from a table of paths by type. */
export const members = (table: Partial<Record<Type, readonly string[]>>): Member[] =>
  Object.entries(table).flatMap(([type, paths]) => paths.map(path => ({ path, type: type as Type })))

/** Values of another type, such as a lenient reader takes. Null may stand for absence, and is left out. */
const wrong: Readonly<Record<Type, readonly Json[]>> = {
  text: [17, { text: 'x' }],
  integer: ['2001', 1.5],
  timestamp: ['2036-01-01T00:00:00Z', '2082758400', 2082758400.5],
  // What a lenient reader takes for an amount is a row of its own (FMT-05).
  amount: [{ value: '1.00' }],
  price: [1],
  object: ['text', []],
  texts: ['https://example.com/', [17]],
  integers: ['1001', ['1001']],
  list: ['item', {}],
  address: [17, { href: 'https://example.com/' }],
}

export const mistyped = ({ type }: Member): readonly Json[] => wrong[type]

/** Each member left out. */
export const absent = (all: readonly Member[]): [Member, string, undefined][] =>
  all.map(one => [one, 'missing', undefined])
