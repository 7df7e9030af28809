import { decidedBy } from '../settings/authority.ts'
import { type Shard, seed, shard } from '../settings/options/readers.ts'
import { shellQuoted } from '../settings/options/shell-quoted.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import type { EarlierParts } from './earlier-parts.ts'

/** What all parts of a run share. */
export type Plan = Pick<RunSettings, 'seed' | 'depth' | 'only' | 'skip' | 'shard'> & {
  /** The address of the target, or the bundled reference of a role. */
  target: string
  /** Arguments of `run` that start it again. */
  repeat: string[]
}

/** A run that has not ended. */
export type Unfinished = { plan: Plan; earlier: EarlierParts }

/** Returns what all parts of the run with these settings share. */
export const planOf = ({ target, reference = 'gateway', repeat = [], ...settings }: RunSettings): Plan => {
  const { seed, depth, only, skip, shard } = settings
  const name = target?.baseUrl ?? `the bundled reference of a ${reference}`
  return { target: name, repeat, seed, depth, only, skip, ...(shard ? { shard } : {}) }
}

/** Returns the settings of the next part of a run. Throws UsageError if they are those of another target. */
export const settingsToResume = (settings: RunSettings, { plan, earlier }: Unfinished): RunSettings => {
  if (!isSound(plan))
    throw new UsageError(`the run in ${settings.reportDir} is damaged.`, 'Leave out --resume to begin again.')
  const { target, repeat } = plan
  const given = planOf(settings).target
  if (given !== target)
    throw new UsageError(
      `the run in ${settings.reportDir} is one of ${target}, and not of ${given}.`,
      `Give it the same target: run ${repeat.map(shellQuoted).join(' ')} --resume`,
    )
  return { ...settings, ...decidedBy('unfinished run', { ...plan, earlier }) }
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.every(each => typeof each === 'string')

const isShard = ({ index, of }: Partial<Shard>): boolean =>
  typeof index === 'number' && typeof of === 'number' && shard.read(`${index}/${of}`) !== undefined

/** Returns whether what a file says of a run can be meant: it is as good as whatever wrote it. */
const isSound = ({ target, repeat, only, skip, seed: drawn, depth, shard: part }: Plan): boolean =>
  typeof target === 'string' &&
  isList(repeat) &&
  isList(only) &&
  isList(skip) &&
  typeof drawn === 'number' &&
  seed.read(String(drawn)) === drawn &&
  ['quick', 'standard', 'thorough'].includes(depth) &&
  (part === undefined || isShard(part ?? {}))
