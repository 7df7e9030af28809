import { randomUUID } from 'node:crypto'
import { BroadcastChannel } from 'node:worker_threads'
import { startWorkingTimer, type WorkingTimer } from '../../harness/working-time.ts'
import type { Ports } from '../../reference/service/ports.ts'

/** The timers of a bundled reference, in this thread or another, which a run may speed up. */
export type ReferenceTimers = {
  /** Identifies them to `hastenTimers`; a string, so that it can be passed to a worker. */
  name: string
  after: Ports['after']
  /** Cancels those that are pending. */
  close(): void
}

/** A timer of the reference: its length, and the time that remained when it was started or last sped up. */
type Pending = { ms: number; leftMs: number; since: number; timer: WorkingTimer; run: () => void }

/** Milliseconds between two steps of speeding up, and by how many each step shortens the timers. */
const pace = { everyMs: 50, byMs: 300 }

/**
 * The longest timer that is sped up, in milliseconds: the reference's time limit for a document. A longer wait may be the subject of a
 * check; no check tests a limit as short as this.
 */
const longestMs = 3_000

/**
 * Creates timers that count only time in which this process could work: on a busy machine, the reference must not give up on a response
 * that the counterpart, in the same process, had no time to send. A run may speed them up.
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
    // After this thread was suspended, several steps arrive at once, before a pending response has had time to arrive.
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
 * Speeds up the timers of a reference, step by step, until the returned function is called. The steps run in the thread of the run, so that
 * the reference does not time out while a busy machine slows the run down.
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
