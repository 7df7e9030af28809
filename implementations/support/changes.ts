import { isObject, type Json, type JsonObject } from '../../protocol/json/json.ts'

/** Returns the rules without some of them: a rule that was forgotten. */
export const without = <S>(rules: readonly S[], ...dropped: readonly S[]): S[] =>
  rules.filter(rule => !dropped.includes(rule))

/** Exchanges two rules: a rule in the wrong place. */
export const swap = <S>(rules: readonly S[], a: S, b: S): S[] =>
  rules.map(rule => (rule === a ? b : rule === b ? a : rule))

/** Replaces a rule: a rule that was misread. */
export const replace = <S>(rules: readonly S[], old: S, by: S): S[] => rules.map(rule => (rule === old ? by : rule))

/** Yields to other requests, like an await between two statements. */
export const yieldTurn = async <T>(value: T): Promise<T> => {
  await new Promise(resolve => setImmediate(resolve))
  return value
}

/** Yields to other requests for as long as a remote database would need to answer. */
export const askDatabase = async <T>(value: T): Promise<T> => {
  await new Promise(resolve => setTimeout(resolve, 10))
  return value
}

/** Changes one member of an object; any other value counts as an empty object. */
export const changeMember = (value: Json, member: string, change: (value: Json | undefined) => Json): JsonObject => {
  const object = isObject(value) ? value : {}
  return { ...object, [member]: change(object[member]) }
}

export const omitMember =
  (member: string) =>
  ({ [member]: _dropped, ...rest }: JsonObject): JsonObject =>
    rest

/** Returns the result of a lookup three milliseconds later, so that other requests can look up the same before this one acts. */
export const lookThenAct = async <T>(found: T): Promise<T> => {
  await new Promise(resolve => setTimeout(resolve, 3))
  return found
}
