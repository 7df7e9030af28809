import { createHash } from 'node:crypto'
import type { Check } from '../harness/clause.ts'
import { matchesGlob } from './settings/globs.ts'
import type { RunSettings } from './settings/settings.ts'

type Selection = Pick<RunSettings, 'only' | 'skip' | 'shard'>

/** Whether only a part of the checks was asked for. */
export const isPartial = ({ only, skip, shard }: Selection): boolean =>
  only.length > 0 || skip.length > 0 || shard !== undefined

/** Whether a check was asked for: by its clauses, its operations or its id, and by the shard that it falls into. */
export const selects = ({ only, skip, shard }: Selection, check: Check): boolean => {
  const names = [check.id, ...check.clauses, ...check.operations]
  const isMeant = (globs: readonly string[]) => globs.some(glob => names.some(name => matchesGlob(glob, name)))
  if (only.length > 0 && !isMeant(only)) return false
  return !isMeant(skip) && (shard === undefined || shardOf(check.id, shard.of) === shard.index)
}

/** From 1 to `of`; the same for a check in every run. */
const shardOf = (id: string, of: number) => (createHash('sha256').update(id).digest().readUInt32BE(0) % of) + 1
