import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'

/** The checks but for some: a rule that was forgotten. */
export const without = <S>(checks: readonly S[], ...dropped: readonly S[]): S[] =>
  checks.filter(check => !dropped.includes(check))

/** The checks with two of them exchanged: a rule in the wrong place. */
export const swap = <S>(checks: readonly S[], a: S, b: S): S[] =>
  checks.map(rule => (rule === a ? b : rule === b ? a : rule))

/** The checks with one replaced: a rule that was misread. */
export const replace = <S>(checks: readonly S[], old: S, by: S): S[] => checks.map(rule => (rule === old ? by : rule))

/** What an await between two statements does: others get their turn. */
export const yieldTurn = async <T>(value: T): Promise<T> => {
  await new Promise(resolve => setImmediate(resolve))
  return value
}

/** An object with one member another one. */
export const changeMember = (value: Json, member: string, change: (value: Json | undefined) => Json): JsonObject => {
  const object = isObject(value) ? value : {}
  return { ...object, [member]: change(object[member]) }
}

export const omitMember =
  (member: string) =>
  ({ [member]: _dropped, ...rest }: JsonObject): JsonObject =>
    rest
