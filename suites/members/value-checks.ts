import type { Check } from '../../harness/clause.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import { allChecks } from '../index.ts'
import { kinds } from './member.ts'
import { members } from './table.ts'

const named = new Set(
  members.flatMap(({ cells }) => kinds.flatMap(kind => (typeof cells[kind] === 'string' ? [] : (cells[kind] ?? [])))),
)

/** Returns whether the values of a check are generated: drawn, or taken from the table of members. */
export const isGenerated = ({ kind, fromTable }: Pick<Check, 'kind' | 'fromTable'>): boolean =>
  fromTable === true || kind === 'property' || kind === 'model'

const isMust = ({ clauses }: Check): boolean => clauses.some(id => requirements[id].level === 'must')

/**
 * The checks of must clauses about values: those in the table of members, since they try the values that a member may have, and all with
 * generated values. The others test presence, permissions, states and order.
 */
export const valueChecks: readonly Check[] = allChecks
  .filter(isMust)
  .filter(check => named.has(check.id) || isGenerated(check))
