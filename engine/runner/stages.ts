import PQueue from 'p-queue'
import type { Check } from '../../harness/clause.ts'

/** Checks that run together: how many at a time, and what a check does with its place while it only waits. */
export type Stage = {
  checks: readonly Check[]
  concurrency: number
  whileWaiting: 'gives it up' | 'lends it' | 'keeps it'
  /** Begins while earlier checks still wait and have given up their places. */
  isBesideWaiting?: boolean
}

/** A stage with its queue and its progress. */
export type OpenStage = Stage & {
  queue: PQueue
  /** Resolves when each of its checks has ended, waits for the checks of all stages, or has given up its place. */
  atRest: Promise<void>
  /** Resolves when each of its checks has ended, or waits for the checks of all stages. */
  left: Promise<void>
  /** Records that a check has given up its place while it waits. */
  rest(check: Check): void
  /** Records that a check has ended, or waits for the checks of all stages. */
  leave(check: Check): void
}

/** Returns a promise that resolves when each of the checks was removed. */
const allOut = (checks: readonly Check[]): { out: Promise<void>; takeOut(check: Check): void } => {
  const remaining = new Set(checks)
  const { promise: out, resolve } = Promise.withResolvers<void>()
  if (remaining.size === 0) resolve()
  const takeOut = (check: Check) => {
    remaining.delete(check)
    if (remaining.size === 0) resolve()
  }
  return { out, takeOut }
}

/** Opens a stage; its queue is paused until its turn. */
export const openStage = (stage: Stage): OpenStage => {
  const busy = allOut(stage.checks)
  const present = allOut(stage.checks)
  return {
    ...stage,
    queue: new PQueue({ concurrency: stage.concurrency, autoStart: false }),
    atRest: busy.out,
    left: present.out,
    rest: busy.takeOut,
    leave: check => {
      busy.takeOut(check)
      present.takeOut(check)
    },
  }
}

/** Starts each stage once the earlier ones are over (or only wait, if it may begin beside them) and the target has recovered. */
export const startInTurn = async (stages: readonly OpenStage[]): Promise<void> => {
  for (const [at, { queue, isBesideWaiting }] of stages.entries()) {
    const before = stages.slice(0, at)
    await Promise.all(before.map(({ atRest, left }) => (isBesideWaiting ? atRest : left)))
    await Promise.all(before.map(stage => stage.queue.onIdle()))
    queue.start()
  }
}
