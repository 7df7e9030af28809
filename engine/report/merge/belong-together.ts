import { registerVersion } from '../../../protocol/requirements/index.ts'
import { UsageError } from '../../settings/usage-error.ts'
import { version } from '../../version.ts'
import { differenceBetween } from '../one-run.ts'
import type { ReadShard, ShardReport } from './shard.ts'

/** Throws UsageError if reports were written by a different version, or are not from one run. */
export const checkSameRun = ([first, ...others]: readonly [ShardReport, ...ShardReport[]]): void => {
  for (const { file, report } of [first, ...others]) {
    const { harness, register } = report.run
    if (harness !== version || register !== registerVersion)
      throw new UsageError(
        `${file} was written by oc-conformance ${harness} with edition ${register} of the register; this is ${version} with edition ${registerVersion}.`,
        'Merge shards with the version that wrote them.',
      )
  }
  for (const other of others) checkSame(first, other)
}

const checkSame = (first: ShardReport, other: ShardReport): void => {
  const found = differenceBetween(first.report, other.report)
  if (found === undefined) return
  const { name, values } = found
  throw new UsageError(
    `${first.file} and ${other.file} are not shards of one run: they differ in ${name} (${values.join(' and ')}).`,
    'Give shards with the same target, options and seed.',
  )
}

/** Sorts shards by index. UsageError if one is missing or given twice, or their counts differ. */
export const inOrder = (shards: readonly ReadShard[]): ReadShard[] => {
  const [first] = shards
  const of = first?.shard.of ?? 0
  const byIndex = new Map<number, ReadShard>()
  for (const one of shards) {
    const before = byIndex.get(one.shard.index)
    if (first && one.shard.of !== of)
      throw new UsageError(
        `${first.file} is shard ${first.report.run.shard}, and ${one.file} shard ${one.report.run.shard}.`,
        'Give the shards of one run.',
      )
    if (before)
      throw new UsageError(`${before.file} and ${one.file} are both shard ${one.shard.index}/${of}.`, giveEach)
    byIndex.set(one.shard.index, one)
  }
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter(index => !byIndex.has(index))
  if (missing.length === 0) return [...byIndex.values()].sort((a, b) => a.shard.index - b.shard.index)
  const named = missing.slice(0, 10).map(index => `${index}/${of}`)
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : ''
  throw new UsageError(`${named.join(', ')}${more} ${missing.length === 1 ? 'is' : 'are'} missing.`, giveEach)
}

const giveEach = 'Give each shard once.'
