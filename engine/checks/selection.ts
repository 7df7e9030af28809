import { createHash } from 'node:crypto'
import type { CheckDescription } from '../../harness/check.ts'
import { matchesGlob } from '../settings/options/globs.ts'
import type { RunSettings } from '../settings/settings.ts'

type Selection = Pick<RunSettings, 'only' | 'skip' | 'shard'>

/** Returns whether the settings select only a part of the checks. */
export const isPartial = ({ only, skip, shard }: Selection): boolean =>
  only.length > 0 || skip.length > 0 || shard !== undefined

/** Returns whether a check is selected: by its clauses, its operations or its id, and by its shard. */
export const selects = ({ only, skip, shard }: Selection, check: CheckDescription): boolean => {
  const names = [check.id, ...check.clauses, ...check.operations]
  const matches = (globs: readonly string[]) => globs.some(glob => names.some(name => matchesGlob(glob, name)))
  if (only.length > 0 && !matches(only)) return false
  return !matches(skip) && (shard === undefined || shardOf(check.id, shard.of) === shard.index)
}

/** The shard of a check, from 1 to `of`; the same in every run. */
export const shardOf = (id: string, of: number) => (createHash('sha256').update(id).digest().readUInt32BE(0) % of) + 1
