import { lstat, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { PrivateKey } from '../../../protocol/signature/keys.ts'
import { exchangesShown } from '../../../reports/html/evidence.ts'
import { isOfInterest } from '../../../reports/queries.ts'
import type { Report } from '../../../schemas/messages.ts'
import { catalogOf } from '../../../suites/catalog.ts'
import { isSignedWhole, signReport, wellFormed } from '../../certificate/sign-report.ts'
import { findExchanges } from '../../evidence/find-exchanges.ts'
import { picturesIn } from '../../evidence/pictures.ts'
import { lockFolder } from '../../machine/folder-lock.ts'
import { cannotWrite } from '../../machine/machine-error.ts'
import { makeFolder } from '../../machine/make-folder.ts'
import { UsageError } from '../../settings/usage-error.ts'
import { withValues } from '../../with-values.ts'
import { reportFiles } from '../files.ts'
import { prepareFolder, writeDocuments } from '../write-report.ts'
import { checkSameRun, inOrder } from './belong-together.ts'
import { copyFiles, joinEvidence, renamedFor } from './join-evidence.ts'
import { answeredIn, checkConsistent, mergeReports } from './merge-reports.ts'
import { changed, type ReadShard, readShard, type ShardReport } from './shard.ts'

export type { ShardReport } from './shard.ts'

/** Where the merged report goes, and the key that signs it. `asRun` returns the head of the report, by default with sums. */
type Destination = {
  reportDir: string
  signWith?: PrivateKey | undefined
  asRun?: (run: Report['run']) => Report['run']
}

/**
 * Merges the reports of all shards into one, as if it had been a single run, and writes it with its evidence: completely or not at all.
 * UsageError for shards that do not belong together, are incomplete, or were changed.
 */
export const mergeShards = async (
  given: readonly [ShardReport, ...ShardReport[]],
  { reportDir, signWith, asRun = run => run }: Destination,
): Promise<{ report: Report; exitCode: number }> => {
  const shards = shardsOf(given)
  await checkFolder(shards, reportDir)
  const work = await workFolder(reportDir)
  try {
    const names = renamedFor()
    const { report, exitCode } = mergeReports(shards, names)
    await joinEvidence(shards, work, names)
    await copyFiles(answeredIn(shards), names, work)
    const { exchanges, ...evidence } = await findExchanges(join(work, reportFiles.exchanges), wantedIn(report))
    const whole: Report = {
      ...report,
      run: asRun({ ...report.run, requests: evidence.requests, ...withValues({ pace: evidence.pace }) }),
      evidence: {
        file: reportFiles.exchanges,
        digest: evidence.digest,
        ...withValues({ omitted: evidence.omitted, pictures: await picturesIn(work) }),
      },
    }
    const merged = signWith ? signReport(whole, signWith) : wellFormed(whole)
    await writeDocuments(work, { report: merged, exchanges, signWith })
    await moveInto(reportDir, work)
    return { report: merged, exitCode }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const shardsOf = (given: readonly [ShardReport, ...ShardReport[]]): readonly [ReadShard, ...ReadShard[]] => {
  checkSameRun(given)
  for (const { report, file } of given) if (report.signature && !isSignedWhole(report)) throw changed(file)
  const checks = catalogOf(given[0].report.target.role)
  const [first, ...others] = inOrder(given.map(shard => readShard(shard, checks)))
  if (!first) throw new Error('no shard was given')
  for (const shard of [first, ...others]) checkConsistent(shard)
  return [first, ...others]
}

/** Replaces the report in a folder. */
const moveInto = async (reportDir: string, work: string): Promise<void> => {
  const unlock = await lockFolder(reportDir)
  try {
    await prepareFolder(reportDir)
    await Promise.all(Object.values(reportFiles).map(name => rm(join(reportDir, name), { force: true })))
    // The folder of pictures may already exist, with files of other programs.
    for (const name of await readdir(work, { recursive: true })) {
      const from = join(work, name)
      if ((await lstat(from)).isDirectory()) continue
      await mkdir(dirname(join(reportDir, name)), { recursive: true })
      await rename(from, join(reportDir, name))
    }
  } finally {
    await unlock()
  }
}

const checkFolder = async (shards: readonly ReadShard[], reportDir: string): Promise<void> => {
  const realOf = (folder: string) => realpath(folder).catch(() => folder)
  const folder = await realOf(reportDir)
  for (const shard of shards)
    if ((await realOf(shard.folder)) === folder)
      throw new UsageError(`${shard.file} is in the folder of the merged report.`, 'Give --report another folder.')
}

const workFolder = async (reportDir: string): Promise<string> => {
  try {
    await makeFolder(dirname(reportDir))
    return await mkdtemp(join(dirname(reportDir), `.${basename(reportDir)}-`))
  } catch (error) {
    throw cannotWrite(`the report folder ${reportDir}`, error, 'Give --report another folder.')
  }
}

const wantedIn = ({ checks }: Report): ReadonlySet<string> =>
  new Set(checks.filter(check => isOfInterest(check) || (check.observations ?? []).length > 0).flatMap(exchangesShown))
