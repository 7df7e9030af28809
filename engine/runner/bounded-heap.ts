import { setFlagsFromString } from 'node:v8'

/**
 * V8 flags that keep the heap near its live size. The nursery has 3 × 16 MB and is collected by one thread, since every core is busy. The
 * old generation is collected at 64 MB, then whenever it has grown by half since the last collection. Functions stay compiled: most are
 * called only now and then, and each collection would discard their code.
 */
export const heapFlags = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  '--initial-old-space-size=64',
  '--heap-growing-percent=50',
  '--no-flush-bytecode',
]

/** Bounds the heaps of threads created from now on. */
export const boundHeaps = (): void => {
  for (const flag of heapFlags) setFlagsFromString(flag)
}
