import { Mutex } from 'async-mutex'

/** The mutexes that are in use, by key. */
export type KeyedMutex = Map<string, Mutex>

/** Runs a task after every earlier task of the same key; an unused key is forgotten. */
export const runExclusive = async <T>(mutexes: KeyedMutex, key: string, task: () => Promise<T>): Promise<T> => {
  const mutex = mutexes.get(key) ?? new Mutex()
  mutexes.set(key, mutex)
  try {
    return await mutex.runExclusive(task)
  } finally {
    if (!mutex.isLocked() && mutexes.get(key) === mutex) mutexes.delete(key)
  }
}
