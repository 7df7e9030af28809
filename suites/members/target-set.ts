import type { CheckContext } from '../../harness/context.ts'
import type { Json, JsonObject } from '../../protocol/json/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import { edit } from '../support/edit.ts'
import type { MemberType } from './member.ts'
import { members } from './table.ts'

/** An unassigned OCID. */
export const foreignOcid = 1_987_654_321

/** Seconds before the present, further than any clock is off. */
const secondsBefore = 864_000

/** Values that a target would not set itself, by type. */
const valuesByType: Readonly<Partial<Record<MemberType, (context: CheckContext) => Json>>> = {
  id: context => context.fresh('caller'),
  ocid: () => foreignOcid,
  ocids: () => [foreignOcid],
  timestamp: context => context.now() - secondsBefore,
  status: () => 'completed',
}

/** Returns the name of a member within its object: `txid` for `proof.txid`. */
const nameIn = (name: string): string => name.replace(/^(proof|order)\./, '')

/**
 * Returns the members that only the target sets in its responses to some operations, as a careless caller would send them in a request. A
 * target that copies whole bodies adopts them.
 */
export const targetSet = (context: CheckContext, operations: readonly OperationName[]): JsonObject => {
  const own = members.filter(({ operation }) => operations.includes(operation))
  const byCallers = new Set(
    own.filter(member => member.setBy === 'caller' && member.in === 'body').map(({ name }) => name),
  )
  return own
    .filter(({ setBy, message, in: place }) => setBy === 'target' && message === 'response' && place === 'body')
    .map(({ name, type }) => ({ name: nameIn(name), value: valuesByType[type]?.(context) }))
    .filter(({ name, value }) => value !== undefined && !byCallers.has(name))
    .reduce<JsonObject>((body, { name, value }) => edit(body, name, value), {})
}
