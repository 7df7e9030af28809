import { type Kept, type Storage, StorageFailure } from '../../reference/service/storage.ts'

/** How many saves have failed, and the promise of the save in progress, which rejects if it fails. */
type Keeping = { failures: number; keeping: Promise<void> | undefined }

/** Returns the watcher of a storage: see `Storage`. */
export const watcher =
  (now: () => Keeping): Storage['watch'] =>
  (): Kept => {
    const before = now().failures
    const expectNone = async (): Promise<void> => {
      if (now().failures !== before) throw new StorageFailure('some writes could not be saved')
    }
    return () => now().keeping?.then(expectNone) ?? (now().failures === before ? undefined : expectNone())
  }
