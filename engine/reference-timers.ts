import { randomUUID } from 'node:crypto'
import { BroadcastChannel } from 'node:worker_threads'
import type { Ports } from '../reference/service/ports.ts'

/** The timers of a bundled reference that a run may bring forward, in this thread or in another one. */
export type ReferenceTimers = {
  /** Names them to `hastenTimers`; a text, so that it can travel into a worker. */
  name: string
  after: Ports['after']
  close(): void
}

type Pending = { due: number; run: () => void; timer: NodeJS.Timeout }

/** Milliseconds between two steps of hastened timers, and by how much each step brings them forward. */
const pace = { everyMs: 50, byMs: 300 }

/** Opens timers that keep real time, except while a run hastens them. A pending one does not keep the process alive. */
export const openReferenceTimers = (): ReferenceTimers => {
  const pending = new Set<Pending>()
  const start = (entry: Pending) => {
    entry.timer = setTimeout(
      () => {
        pending.delete(entry)
        entry.run()
      },
      Math.max(0, entry.due - performance.now()),
    ).unref()
  }
  const bringForward = () => {
    for (const entry of pending) {
      clearTimeout(entry.timer)
      entry.due -= pace.byMs
      start(entry)
    }
  }
  const name = `oc-conformance-timers-${randomUUID()}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = bringForward
  channel.unref()
  return {
    name,
    after: (ms, run) => {
      const entry = { due: performance.now() + ms, run } as Pending
      pending.add(entry)
      start(entry)
      return () => {
        clearTimeout(entry.timer)
        pending.delete(entry)
      }
    },
    close: () => channel.close(),
  }
}

/**
 * Brings the timers of a reference forward, step by step, until the result is called. It steps in the thread of the run, so
 * that a busy machine, on which the run is slow, does not let the reference lose patience with it.
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
