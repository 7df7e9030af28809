/** A role's records of one kind, by key, in order of insertion. The values are JSON and never changed in place. */
export type Table<Value> = Omit<Map<string, Value>, 'clear'>

/**
 * Waits until everything set since then is durable; undefined if it already is. Rejects with a StorageFailure if a part of it was
 * lost.
 */
export type Kept = () => Promise<void> | undefined

/**
 * The turns of the processes that share a state. In its turn a process has exclusive access to the tables, which hold the writes
 * of all of them. A turn lasts until the event loop has run everything that waited for it, and is one transaction.
 */
export type Turns = {
  /** Waits for a turn of this process; undefined while it has one. Rejects with a StorageFailure if the state cannot be reached. */
  enter: () => Promise<void> | undefined
  /** Returns the table of a name as of the last turn, for read-only use. */
  peek: Storage['table']
}

/** Where a role keeps its state: in memory, in a file that outlives the process, or in a database that several processes share. */
export type Storage = {
  /** Returns the table of a name, always the same object. If there are turns, it throws a StorageFailure outside of them. */
  table: <Value>(name: string) => Table<Value>
  /** Starts to watch for writes. An answer that depends on them goes out once the result says that they are durable. */
  watch: () => Kept
  /** Undefined where a single process owns the state. */
  turns?: Turns
}

/** The state could not be reached; or the writes could not be saved, and were rolled back. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
}

const kept: Kept = () => undefined

/** Creates a storage that lasts as long as the process. */
export const memoryStorage = (): Storage => {
  const tables = new Map<string, Table<unknown>>()
  const table = <Value>(name: string): Table<Value> => {
    const known = tables.get(name) ?? new Map<string, unknown>()
    tables.set(name, known)
    // Each name has one type of values.
    return known as Table<Value>
  }
  return { table, watch: () => kept }
}
