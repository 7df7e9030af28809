import { readFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { UsageError } from '../settings/usage-error.ts'

/** Files and connections that a run has open at a time, at most: 32 connections, their other ends at a reference, and what loading takes. */
const neededFiles = 128

/** Bytes that the heap of a run may grow to, at least: what Node makes of --max-old-space-size=128, at every version. */
const neededHeap = 160 * 1_048_576

/** What a program may use here, at most. */
type Limits = { openFiles: number; heapBytes: number }

/**
 * Throws UsageError where a run may use less than it needs: its requests would fail for no fault of the target, or the system would end
 * it without a report.
 */
export const checkNeeds = ({ openFiles, heapBytes }: Limits = limitsHere()): void => {
  if (openFiles < neededFiles)
    throw new UsageError(
      `a program may open ${openFiles} files and connections here, and a run needs ${neededFiles}.`,
      'Raise the limit, for example with ulimit -n 1024.',
    )
  if (heapBytes < neededHeap)
    throw new UsageError(
      `Node may use ${Math.round(heapBytes / 1_048_576)} MB of memory here, and a run needs more.`,
      'Raise the limit: NODE_OPTIONS=--max-old-space-size=128, or more.',
    )
}

const limitsHere = (): Limits => ({ openFiles: openFilesHere(), heapBytes: getHeapStatistics().heap_size_limit })

/** Only Linux tells the limits of a process in a file; elsewhere they are taken to be enough. */
const openFilesHere = (): number => {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return most === undefined ? Number.POSITIVE_INFINITY : Number(most)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
