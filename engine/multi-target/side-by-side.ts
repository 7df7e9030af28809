import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import { present } from '../../protocol/time.ts'
import type { RunHooks } from '../hooks.ts'
import { MachineError } from '../machine/machine-error.ts'
import type { Certified } from '../processes/messages.ts'
import { openRunProcess, type RunProcess } from '../processes/run-process.ts'
import { writeReport } from '../report/write-report.ts'
import { certify } from '../run.ts'
import type { RunSettings } from '../settings/settings.ts'

/** One of several runs: its settings, its reports of progress, and the settings of each worker's provisioning. */
export type Planned = {
  settings: RunSettings
  hooks: Omit<RunHooks, 'signal'>
  provisionings?: readonly RunSettings[]
}

/**
 * Certifies targets side by side, as many as there are cores, each in its own process, or in as many as it has workers; a single one
 * without workers in this process. Calls `onDone` with the index of each run that ends. If one cannot be carried out, the others end early
 * with incomplete reports, and its error is thrown; if the machine killed its process, its report is incomplete as well.
 */
export const certifySideBySide = async (
  plans: readonly Planned[],
  signal: AbortSignal,
  onDone: (index: number, certified: Certified) => void,
): Promise<void> => {
  const [only] = plans
  if (only && plans.length === 1 && only.settings.workers === undefined)
    return onDone(0, await certify(only.settings, { ...only.hooks, signal }))
  const jobs = (await Promise.all(plans.map((plan, index) => jobsOf(plan, signal, end => onDone(index, end))))).flat()
  const failed = new AbortController()
  const pool = openPool()
  const workers = plans.map(({ settings }) => settings.workers ?? 1)
  const queue = new PQueue({ concurrency: Math.max(availableParallelism(), ...workers) })
  const certifyOne = async ({ settings, hooks, onEnd }: Job): Promise<void> => {
    const started = present()
    const process = pool.take()
    try {
      const done = await process.certify(settings, { ...hooks, signal: AbortSignal.any([signal, failed.signal]) })
      pool.putBack(process)
      await onEnd(done)
    } catch (error) {
      failed.abort()
      if (!(error instanceof MachineError)) throw error
      // A process that the system killed has written no report.
      await onEnd(await writeReport(settings, { results: [], interrupted: true, trouble: error }, started))
    }
  }
  const ends = await Promise.allSettled(
    byCounterpart(jobs).map(group =>
      queue.add(async () => {
        for (const job of group) await certifyOne(job)
      }),
    ),
  )
  await pool.close()
  for (const { close } of jobs) await close?.()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** The work of one process: a target, or a shard of its checks. */
type Job = Planned & { onEnd(certified: Certified): void | Promise<void>; close?(): Promise<void> }

/** Returns the job of a run, or those of its workers, whose reports are merged when the last one has ended. */
const jobsOf = async (plan: Planned, signal: AbortSignal, onEnd: Job['onEnd']): Promise<Job[]> => {
  if (plan.settings.workers === undefined) return [{ ...plan, onEnd }]
  const { openWorkers } = await import('../workers/open-workers.ts')
  const { shards, join, close } = await openWorkers(plan, signal)
  let left = shards.length
  let trouble: Certified['trouble']
  const onShard = async (certified: Certified) => {
    left -= 1
    trouble ??= certified.trouble
    if (left === 0) await onEnd(await join(trouble))
  }
  return shards.map(settings => ({ settings, hooks: plan.hooks, onEnd: onShard, close }))
}

/** Groups jobs whose counterparts listen on the same port: only one can at a time. Port 0 is any free one. */
const byCounterpart = (jobs: readonly Job[]): Job[][] => [
  ...Map.groupBy(jobs, job => job.settings.counterpart.listen.port || job).values(),
]

/** Processes that are reused, so that each starts once. */
const openPool = (): { take(): RunProcess; putBack(process: RunProcess): void; close(): Promise<unknown> } => {
  const all: RunProcess[] = []
  const free: RunProcess[] = []
  const start = () => {
    const process = openRunProcess()
    all.push(process)
    return process
  }
  return {
    take: () => free.pop() ?? start(),
    putBack: process => void free.push(process),
    close: () => Promise.all(all.map(process => process.close())),
  }
}
