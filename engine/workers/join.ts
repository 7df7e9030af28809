import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { present } from '../../protocol/time.ts'
import type { Report } from '../../schemas/messages.ts'
import { checkLocked } from '../machine/folder-lock.ts'
import { MachineError, type Trouble } from '../machine/machine-error.ts'
import type { Certified } from '../processes/messages.ts'
import { reportFiles } from '../report/files.ts'
import { mergeShards, type ShardReport } from '../report/merge/index.ts'
import { prepareFolder, writeReport } from '../report/write-report.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import { withValues } from '../with-values.ts'
import { workersFolder } from './share-out.ts'

/** Deletes the files that an earlier run left in the folder of a run, and in those of its workers. */
export const prepareFolders = async (settings: RunSettings): Promise<void> => {
  await prepareFolder(settings.reportDir)
  await rm(workersFolder(settings), { recursive: true, force: true })
}

/** A run whose workers have ended. `trouble`: why one of them ended early, if the machine had run out of something. */
type Ended = {
  settings: RunSettings
  shards: readonly RunSettings[]
  started: Date
  signal: AbortSignal
  trouble: Trouble | undefined
}

/**
 * Merges the reports of the workers into the report of the run, and deletes them. UsageError if they saw different targets, so that the
 * reports do not belong to one run.
 */
export const joinWorkers = async (ended: Ended): Promise<Certified> => {
  const { settings, signal, trouble, started } = ended
  await checkLocked(settings.reportDir)
  try {
    return { ...(await merged(ended)), ...withValues({ trouble }) }
  } catch (error) {
    const reason = trouble ?? (error instanceof MachineError ? error : undefined)
    // Only some workers had read the target before the interruption, or the disk has no room for the reports.
    if (signal.aborted || reason !== undefined)
      return writeReport(settings, { results: [], interrupted: true, ...withValues({ trouble: reason }) }, started)
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(
      `the reports of the workers do not make one report: ${error.message}`,
      'Run it without --workers; the target answered the workers differently.',
    )
  }
}

const merged = async ({ settings, shards, started }: Ended): Promise<Certified> => {
  const [first, ...others] = await Promise.all(shards.map(shard => readShard(shard, settings)))
  if (!first) throw new Error('a run without workers')
  const asRun = (run: Report['run']) => ofWorkers(run, { ...settings, workers: shards.length }, started)
  const { reportDir, signWith } = settings
  const joined = await mergeShards([first, ...others], { reportDir, signWith, asRun })
  await rm(workersFolder(settings), { recursive: true, force: true })
  return joined
}

const readShard = async ({ reportDir }: RunSettings, { folder = '' }: RunSettings): Promise<ShardReport> => {
  const path = join(reportDir, reportFiles.report)
  return { file: relative(folder, path), folder: reportDir, report: JSON.parse(await readFile(path, 'utf8')) }
}

/** Describes a run whose shards ran at the same time: it took as long as the wall time of all. */
const ofWorkers = (
  { shards: _shards, budgetSeconds: _sum, ...run }: Report['run'],
  { workers, budgetMs }: RunSettings,
  started: Date,
): Report['run'] => {
  // Each worker reads the machine's clock separately, and it may have been set in between.
  const finished = present()
  return {
    ...run,
    started: started.toISOString(),
    finished: finished.toISOString(),
    seconds: (finished.getTime() - started.getTime()) / 1_000,
    ...withValues({ workers, budgetSeconds: budgetMs && budgetMs / 1_000 }),
  }
}
