/** What a role keeps of one kind, by key, in the order in which the keys came. The values are JSON and never changed in place. */
export type Table<Value> = Omit<Map<string, Value>, 'clear'>

/**
 * Waits until all that was set since is kept for good; undefined if it is already. Rejects with a StorageFailure if a part of it
 * was lost.
 */
export type Kept = () => Promise<void> | undefined

/**
 * The turns of the processes that share a state. In its turn a process alone reads and changes the tables, which hold what all of
 * them have set. A turn lasts until the event loop has run all that waited for it, and is one transaction.
 */
export type Turns = {
  /** Waits for a turn of this process; undefined while it has one. Rejects with a StorageFailure if the state cannot be reached. */
  enter: () => Promise<void> | undefined
  /** Returns the table of a name as it was in the last turn, for whoever only looks. */
  peek: Storage['table']
}

/** Where a role keeps its state: in memory, in a file that outlives the process, or where several processes share it. */
export type Storage = {
  /** Returns the table of a name, each time the same one. Where there are turns, it throws a StorageFailure out of turn. */
  table: <Value>(name: string) => Table<Value>
  /** Begins to watch what is set. An answer that rests on it goes out once the result says that it is kept. */
  watch: () => Kept
  /** Undefined where one process has the state. */
  turns?: Turns
}

/** The state could not be reached; or what was set could not be kept, and was taken back. */
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
