import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import type { RunHooks } from './hooks.ts'
import type { Certified } from './processes/messages.ts'
import { openRunProcess, type RunProcess } from './processes/run-process.ts'
import { certify } from './run.ts'
import type { RunSettings } from './settings/settings.ts'

/** One of several runs: its settings, and what it reports of its progress. */
export type Planned = { settings: RunSettings; hooks: Omit<RunHooks, 'signal'> }

/**
 * Certifies targets side by side, as many as there are cores, each in a process of its own; a single one in this process. Calls `onDone` with the index of each
 * run that ends. If one cannot be carried out, the others end early with incomplete reports, and its error is thrown.
 */
export const certifySideBySide = async (
  plans: readonly Planned[],
  signal: AbortSignal,
  onDone: (index: number, certified: Certified) => void,
): Promise<void> => {
  const [only] = plans
  if (only && plans.length === 1) return onDone(0, await certify(only.settings, { ...only.hooks, signal }))
  const failed = new AbortController()
  const pool = openPool()
  const queue = new PQueue({ concurrency: availableParallelism() })
  const certifyOne = async ({ settings, hooks }: Planned, index: number): Promise<void> => {
    const process = pool.take()
    try {
      onDone(index, await process.certify(settings, { ...hooks, signal: AbortSignal.any([signal, failed.signal]) }))
      pool.putBack(process)
    } catch (error) {
      failed.abort()
      throw error
    }
  }
  const groups = byCounterpart(plans.map((plan, index) => ({ ...plan, index })))
  const ends = await Promise.allSettled(
    groups.map(group =>
      queue.add(async () => {
        for (const plan of group) await certifyOne(plan, plan.index)
      }),
    ),
  )
  await pool.close()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Groups runs whose counterparts listen on one port: two cannot at a time. Port 0 is any free one. */
const byCounterpart = <Plan extends Planned & { index: number }>(plans: readonly Plan[]): Plan[][] => [
  ...Map.groupBy(plans, ({ settings, index }) => settings.counterpart.listen.port || `any, for run ${index}`).values(),
]

/** Processes that are used again, so that each starts once. */
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
