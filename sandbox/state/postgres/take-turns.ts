import { StorageFailure, type Turns } from '../../../reference/service/storage.ts'
import { watcher } from '../watcher.ts'

/** The steps of a turn. */
export type TurnWork = {
  /** Waits until no other process has a turn, and brings the tables up to date. */
  begin: () => Promise<void>
  /** Saves any writes, and releases the turn; throws if they were not saved. */
  end: (hasChanges: boolean) => Promise<void>
  /** Rolls back the writes. */
  undo: () => void
  report: (failure: StorageFailure) => void
}

/**
 * Takes turns with other processes. Everything that waits at the beginning of a turn runs in it, up to the next pass of the event
 * loop; its writes are one transaction. A failure is reported once, until there is a turn again.
 */
export class TurnTaker {
  readonly #work: TurnWork
  /** Resolves when the next turn begins. */
  #upcoming: PromiseWithResolvers<void> | undefined
  /** Resolves when the writes of this turn are saved; undefined without any. */
  #changes: PromiseWithResolvers<void> | undefined
  #running: Promise<void> | undefined
  #failures = 0
  #isOpen = false
  #isClosed = false
  #isFailing = false

  constructor(work: TurnWork) {
    this.#work = work
  }

  readonly enter: Turns['enter'] = () => {
    if (this.#isOpen) return undefined
    if (this.#isClosed) return Promise.reject(new StorageFailure('the state is closed'))
    this.#upcoming ??= Promise.withResolvers()
    const { promise } = this.#upcoming
    this.#running ??= this.#run()
    return promise
  }

  readonly watch = watcher(() => ({ failures: this.#failures, keeping: this.#changes?.promise }))

  /** Records that something was set. */
  readonly changed = (): void => {
    if (this.#changes !== undefined) return
    this.#changes = Promise.withResolvers()
    // There may be no waiter; the failure is reported anyway.
    this.#changes.promise.catch(() => {})
  }

  /** Throws if this process has no turn. */
  readonly expectTurn = (): void => {
    if (this.#isOpen) return
    if (this.#isFailing || this.#isClosed) throw new StorageFailure('the state cannot be reached')
    throw new Error('the state was used out of turn')
  }

  /** Ends the current turn, and does not begin another. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#upcoming !== undefined) await this.#takeTurn()
    this.#running = undefined
  }

  async #takeTurn(): Promise<void> {
    const failure = await this.#work.begin().catch(error => this.#failed(error))
    const waiting = this.#upcoming
    this.#upcoming = undefined
    if (failure !== undefined) return waiting?.reject(failure)
    this.#isFailing = false
    this.#isOpen = true
    waiting?.resolve()
    await new Promise(setImmediate)
    this.#isOpen = false
    await this.#endTurn()
  }

  async #endTurn(): Promise<void> {
    const kept = this.#changes
    const failure = await this.#work.end(kept !== undefined).catch(error => error)
    this.#changes = undefined
    // Reads were valid; only writes can be lost.
    if (failure === undefined || kept === undefined) return kept?.resolve()
    this.#work.undo()
    this.#failures++
    kept.reject(this.#failed(failure))
  }

  #failed(error: Error): StorageFailure {
    const failure = new StorageFailure(error.message, { cause: error })
    if (!this.#isFailing && !this.#isClosed) this.#work.report(failure)
    this.#isFailing = true
    return failure
  }
}
