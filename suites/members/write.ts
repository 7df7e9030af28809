import { fromMinorUnits } from '../../protocol/amount.ts'
import type { Json, JsonObject } from '../../protocol/json/json.ts'
import { edit } from '../support/edit.ts'
import type { Drawn, Value } from './draw.ts'

const jsonOf = (value: Value, currency: string): Json => {
  if (typeof value === 'bigint') return fromMinorUnits(value, currency)
  return typeof value === 'object' ? value.map(item => objectOf(item, currency)) : value
}

const objectOf = (drawn: Drawn, currency: string): JsonObject =>
  Object.fromEntries(Object.entries(drawn).map(([name, value]) => [name, jsonOf(value, currency)]))

/** Returns drawn values as they are written; amounts in the currency of the message, or in `currency`. */
export const shown = (drawn: Drawn, currency: string): JsonObject => {
  const own = Object.entries(drawn).find(([name]) => /(^|\.)currency$/.test(name))?.[1]
  return objectOf(drawn, typeof own === 'string' ? own : currency)
}

/** Returns the body with the drawn values, its amounts in `currency`. */
export const write = (body: JsonObject, drawn: Drawn, currency: string): JsonObject =>
  Object.entries(drawn).reduce((written, [name, value]) => edit(written, name, jsonOf(value, currency)), body)
