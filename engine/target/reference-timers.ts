import { randomUUID } from 'node:crypto'
import { BroadcastChannel } from 'node:worker_threads'
import { startWorkingTimer, type WorkingTimer } from '../../harness/working-time.ts'
import type { Ports } from '../../reference/service/ports.ts'

/** The timers of a bundled reference that a run may bring forward, in this thread or in another. */
export type ReferenceTimers = {
  /** Names them to `hastenTimers`; a text, so that it can travel into a worker. */
  name: string
  after: Ports['after']
  /** Cancels those that are pending. */
  close(): void
}

/** A timer of the reference: its length, and the remainder when it began, or was brought forward. */
type Pending = { ms: number; leftMs: number; since: number; timer: WorkingTimer; run: () => void }

/** Milliseconds between two steps of hastened timers, and by how much each step brings them forward. */
const pace = { everyMs: 50, byMs: 300 }

/**
 * The longest timer that is brought forward, in milliseconds: the reference waits as long for a document. A longer wait may be the subject
 * of a check; no bound of a check is as short as this.
 */
const longestMs = 3_000

/**
 * Opens timers that count the time in which this process could work: on a busy machine a reference does not give up a response that the
 * counterpart, in the same process, had no time to send. A run may hasten them.
 */
export const openReferenceTimers = (): ReferenceTimers => {
  const pending = new Set<Pending>()
  const begin = (leftMs: number, run: () => void): Omit<Pending, 'ms' | 'run'> => ({
    leftMs,
    since: performance.now(),
    timer: startWorkingTimer(Math.max(0, leftMs), run),
  })
  let last = 0
  const bringForward = () => {
    // After a pause of this thread several steps arrive together; the response that it waited for had no time to arrive.
    const now = performance.now()
    if (now - last < pace.everyMs / 2) return
    last = now
    for (const entry of pending) {
      if (entry.ms > longestMs) continue
      entry.timer.stop()
      const passedMs = now - entry.since - entry.timer.lostMs
      Object.assign(entry, begin(entry.leftMs - passedMs - pace.byMs, entry.run))
    }
  }
  const name = `oc-conformance-timers-${randomUUID()}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = bringForward
  channel.unref()
  return {
    name,
    after: (ms, run) => {
      const end = () => {
        pending.delete(entry)
        run()
      }
      const entry: Pending = { ms, ...begin(ms, end), run: end }
      pending.add(entry)
      return () => {
        entry.timer.stop()
        pending.delete(entry)
      }
    },
    close: () => {
      for (const { timer } of pending) timer.stop()
      channel.close()
    },
  }
}

/**
 * Brings the timers of a reference forward, step by step, until the result is called. It steps in the thread of the run, so
 * that the reference does not time out on a busy machine, where the run is slow.
 */
export const hastenTimers = (name: string): (() => void) => {
  const channel = new BroadcastChannel(name)
  channel.unref()
  const steps = setInterval(() => channel.postMessage('step'), pace.everyMs)
  return () => {
    clearInterval(steps)
    channel.close()
  }
}
