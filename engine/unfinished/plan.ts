import { isObject, memberOf } from '../../protocol/json/json.ts'
import type { RunHead } from '../report/one-run.ts'
import { decidedBy } from '../settings/authority.ts'
import { type Shard, seed, shard } from '../settings/options/readers.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import { withValues } from '../with-values.ts'
import type { EarlierParts } from './earlier-parts.ts'
import { checkSameRun, headFrom } from './same-run.ts'

/** The values that all parts of a run share. */
export type Plan = Pick<RunSettings, 'seed' | 'depth' | 'only' | 'skip' | 'shard'> & {
  /** The facts about its target that are in its settings. */
  head: RunHead
}

/** An unfinished run. */
export type Unfinished = { plan: Plan; earlier: EarlierParts }

/** Returns the values that all parts of a run with these settings share. */
export const planOf = (settings: RunSettings): Plan => {
  const { seed, depth, only, skip, shard } = settings
  return { head: headFrom(settings), seed, depth, only, skip, ...(shard ? { shard } : {}) }
}

/** Returns the settings of the next part of a run. Throws UsageError if they are those of another target. */
export const settingsToResume = (settings: RunSettings, { plan, earlier }: Unfinished): RunSettings => {
  const { head = plan.head } = earlier
  if (!isSound(plan) || !isHead(head))
    throw new UsageError(`the run in ${settings.reportDir} is damaged.`, 'Leave out --resume to begin again.')
  const given = headFrom(settings)
  checkSameRun(settings, head, {
    ...given,
    target: { ...head.target, ...given.target },
    ...withValues({ profile: given.profile ?? head.profile, configDigest: head.configDigest }),
  })
  return { ...settings, ...decidedBy('unfinished run', { ...plan, earlier }) }
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.every(each => typeof each === 'string')

const isShard = ({ index, of }: Partial<Shard>): boolean =>
  typeof index === 'number' && typeof of === 'number' && shard.read(`${index}/${of}`) !== undefined

/** Returns whether the content of a file is valid: it is untrusted. */
const isSound = ({ only, skip, seed: drawn, depth, shard: part }: Plan): boolean =>
  isList(only) &&
  isList(skip) &&
  typeof drawn === 'number' &&
  seed.read(String(drawn)) === drawn &&
  ['quick', 'standard', 'thorough'].includes(depth) &&
  (part === undefined || isShard(part ?? {}))

const isHead = (head: unknown): boolean => {
  const [target, profile, run] = ['target', 'profile', 'run'].map(name => memberOf(head, name))
  return (
    isObject(target) &&
    (target.baseUrl === undefined || typeof target.baseUrl === 'string') &&
    (profile === undefined || isObject(profile)) &&
    isObject(run) &&
    isList(run.repeat)
  )
}
