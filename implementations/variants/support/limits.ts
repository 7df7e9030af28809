import { isObject, type Json } from '../../../protocol/json/json.ts'
import type { Violation } from '../../../schemas/validate.ts'

/** The capacity of a database column, by the name of a member. */
const columns: Readonly<Record<string, RegExp>> = {
  id: /^[\w.:-]{1,40}$/,
  txid: /^[\w.:-]{1,64}$/,
  reference: /^[ -~]{0,40}$/,
  memo: /^.{0,140}$/u,
  name: /^.{1,60}$/u,
  amount: /^\d{1,9}(\.\d{1,3})?$/,
  price: /^\d{1,9}(\.\d{1,3})?$/,
}

const fits = (name: string, value: Json): boolean =>
  typeof value === 'string'
    ? (columns[name]?.test(value) ?? value.length <= 255)
    : name === 'quantity'
      ? Number(value) <= 999
      : !Array.isArray(value) || value.length <= 10

/** Returns the values that exceed the columns of a database, at any depth. */
export const limitViolations = (value: Json | undefined, name = ''): Violation[] => [
  ...(value === undefined || fits(name, value) ? [] : [{ path: `/${name}`, message: 'is not taken' }]),
  ...(Array.isArray(value) ? value.flatMap(item => limitViolations(item, name)) : []),
  ...(isObject(value) ? Object.entries(value).flatMap(([member, inner]) => limitViolations(inner, member)) : []),
]

/** Returns the order ids and references in a request that are not 20 letters and digits. */
export const nameViolations = (value: Json | undefined, at = ''): Violation[] => {
  if (!isObject(value)) return []
  const { order, from, to } = value
  const names = Object.entries({ id: value.id, reference: value.reference, ...(isObject(order) ? {} : { order }) })
  return [
    ...names.flatMap(([name, text]) =>
      typeof text !== 'string' || /^[A-Za-z0-9]{0,20}$/.test(text)
        ? []
        : [{ path: `${at}/${name}`, message: 'is longer than 20 letters and digits' }],
    ),
    ...Object.entries({ order, from, to }).flatMap(([name, inner]) => nameViolations(inner, `${at}/${name}`)),
  ]
}
