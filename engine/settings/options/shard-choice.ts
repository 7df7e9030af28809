import type { Environment } from '../keys/read-key.ts'
import { UsageError } from '../usage-error.ts'
import { ciOf } from './ci.ts'
import { type Reader, type Shard, shard } from './readers.ts'

/** A shard, or `auto`: the index is the one that the CI system gives. `of`: number of shards. */
export type ShardChoice = Shard | { auto: true; of?: number }

/** i/n, auto or auto/n. */
export const shardChoice: Reader<ShardChoice> = {
  expected: `${shard.expected}, or auto/n in a job that has an index`,
  read: text => {
    const [, of] = /^auto(?:\/([1-9]\d{0,3}))?$/.exec(text) ?? []
    if (of !== undefined) return { auto: true, of: Number(of) }
    return text === 'auto' ? { auto: true } : shard.read(text)
  },
}

/** Returns the chosen shard. UsageError if the environment has no index, or an invalid one. */
export const shardIn = (choice: ShardChoice, env: Environment): Shard => {
  if (!('auto' in choice)) return choice
  const { job } = ciOf(env)
  if (job === undefined)
    throw new UsageError(
      '--shard auto does not find the index of a job: neither JOB_COMPLETION_INDEX nor CI_NODE_INDEX is set.',
      'Give --shard i/n.',
    )
  const of = choice.of ?? job.of
  if (of === undefined)
    throw new UsageError(`${job.variable} has an index, but the number of jobs is unknown.`, 'Give --shard auto/n.')
  if (job.of !== undefined && job.of !== of)
    throw new UsageError(`--shard auto/${of} is not the ${job.of} jobs of CI_NODE_TOTAL.`, 'Give --shard auto.')
  const found = shard.read(`${job.index}/${of}`)
  if (found === undefined)
    throw new UsageError(
      `${job.variable} is ${job.text}, which is not an index of ${of} shards.`,
      'Start as many jobs as there are shards.',
    )
  return found
}
