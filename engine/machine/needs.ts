import { readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import { UsageError } from '../settings/usage-error.ts'

/**
 * Maximum number of files and connections that a run has open at the same time: 32 connections, their other ends at a reference, and files
 * being loaded.
 */
const neededFiles = 128

/** The heap size that a run needs, in bytes: what every version of Node allows with --max-old-space-size=128. */
const neededHeap = 160 * 1_048_576

/** The header size that a run needs, in bytes: Node's default limit. */
const neededHeaders = 16_384

/** The limits of this process. */
type Limits = { openFiles: number; heapBytes: number; headerBytes: number }

/**
 * Throws UsageError if a run may use less than it needs: its requests would fail through no fault of the target, or the system would kill
 * it without a report.
 */
export const checkNeeds = ({ openFiles, heapBytes, headerBytes }: Limits = limitsHere()): void => {
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
  if (headerBytes < neededHeaders)
    throw new UsageError(
      `Node reads ${headerBytes} bytes of headers here, and a run needs ${neededHeaders}.`,
      'Remove --max-http-header-size, also from NODE_OPTIONS.',
    )
}

const limitsHere = (): Limits => ({
  openFiles: openFilesHere(),
  heapBytes: getHeapStatistics().heap_size_limit,
  headerBytes: maxHeaderSize,
})

/** Only Linux shows the limits of a process in a file; elsewhere they are assumed to be sufficient. */
const openFilesHere = (): number => {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return most === undefined ? Number.POSITIVE_INFINITY : Number(most)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
