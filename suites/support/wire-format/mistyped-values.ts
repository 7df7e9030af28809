import { numberOf, textOf } from '../../../protocol/json/any-json.ts'
import type { Json } from '../../../protocol/json/json.ts'

/** The types that the document gives members. */
export type Type =
  | 'text'
  | 'integer'
  | 'timestamp'
  | 'amount'
  | 'price'
  | 'object'
  | 'texts'
  | 'ocids'
  | 'list'
  | 'address'

/** The path of a member in a body, such as 'order.items.0.price', and its type. */
export type Member = { path: string; type: Type }

/** Lists the members in a table of paths by type. */
export const members = (table: Partial<Record<Type, readonly string[]>>): Member[] =>
  Object.entries(table).flatMap(([type, paths]) => paths.map(path => ({ path, type: type as Type })))

/** Joins the items of a list in one string, which a lenient reader would split. */
const inOneText = (right: Json): string => [right].flat().map(textOf).join()

/** Values of another type that a lenient reader accepts. Null is excluded, since it may mean absence. */
const wrong: Readonly<Record<Type, (right: Json) => readonly Json[]>> = {
  text: right => [17, { text: 'x' }, [right]],
  integer: right => [textOf(right), numberOf(right) + 0.5, true, [right]],
  timestamp: right => [new Date(numberOf(right) * 1000).toISOString(), textOf(right), numberOf(right) + 0.5, true],
  // FMT-05 tests other notations of an amount.
  amount: right => [{ value: right }],
  price: right => [numberOf(right)],
  object: right => [JSON.stringify(right), []],
  texts: right => [inOneText(right), [17]],
  ocids: right => [inOneText(right), [inOneText(right)], {}],
  list: right => [JSON.stringify(right), {}],
  address: right => [17, { href: right }],
}

/** Returns values of another type to send instead of the correct one. */
export const mistypedValues = ({ type }: Member, right: Json): readonly Json[] => wrong[type](right)

/** A member, a description of its wrong value, and the value; undefined removes the member. */
export type MemberFault = readonly [member: Member, what: string, value: Json | undefined]

/** Returns one fault for each member: the member is missing. */
export const missingMembers = (members: readonly Member[]): MemberFault[] =>
  members.map(member => [member, 'missing', undefined])
