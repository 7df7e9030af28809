import { setFlagsFromString } from 'node:v8'

/**
 * Flags of V8 for a heap that stays near its live size: a nursery of 3 × 16 MB, which one thread collects, since every core is busy; an old
 * generation that is collected first at 64 MB and then whenever it is half as large again as after the last collection; and functions that
 * stay compiled, since most of them are called now and then, and each collection would forget the others.
 */
export const heapFlags = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  '--initial-old-space-size=64',
  '--heap-growing-percent=50',
  '--no-flush-bytecode',
]

/** Bounds the heaps of the threads that are created from now on. */
export const boundHeaps = (): void => {
  for (const flag of heapFlags) setFlagsFromString(flag)
}
