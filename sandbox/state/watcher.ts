import { type Kept, type Storage, StorageFailure } from '../../reference/service/storage.ts'

/** How often keeping has failed, and the promise of what is being kept; it rejects if that fails. */
type Keeping = { failures: number; keeping: Promise<void> | undefined }

/** Returns what watches a storage: see `Storage`. */
export const watcher =
  (now: () => Keeping): Storage['watch'] =>
  (): Kept => {
    const before = now().failures
    const expectNone = async (): Promise<void> => {
      if (now().failures !== before) throw new StorageFailure('a part of what was set could not be kept')
    }
    return () => now().keeping?.then(expectNone) ?? (now().failures === before ? undefined : expectNone())
  }
