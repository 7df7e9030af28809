import { StorageFailure, type Turns } from '../../../reference/service/storage.ts'
import { watcher } from '../watcher.ts'

/** What a turn is made of. */
export type TurnWork = {
  /** Waits until no other process has a turn, and brings the tables up to date. */
  begin: () => Promise<void>
  /** Keeps what was set, if anything was, and lets the next process go on; throws if it was not kept. */
  end: (hasChanges: boolean) => Promise<void>
  /** Takes back what was set. */
  undo: () => void
  report: (failure: StorageFailure) => void
}

/**
 * Takes turns with other processes. All that waits at the beginning of a turn runs in it, up to the next pass of the event loop;
 * what it set is kept in one transaction. A failure is reported once, until there is a turn again.
 */
export class TurnTaker {
  readonly #work: TurnWork
  /** Resolves when the next turn begins. */
  #upcoming: PromiseWithResolvers<void> | undefined
  /** Resolves when what this turn set is kept; undefined while nothing was set. */
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

  /** Tells that something was set. */
  readonly changed = (): void => {
    if (this.#changes !== undefined) return
    this.#changes = Promise.withResolvers()
    // Perhaps nobody waits; the failure is reported all the same.
    this.#changes.promise.catch(() => {})
  }

  /** Throws if this process has no turn. */
  readonly expectTurn = (): void => {
    if (this.#isOpen) return
    if (this.#isFailing || this.#isClosed) throw new StorageFailure('the state cannot be reached')
    throw new Error('the state was used out of turn')
  }

  /** Ends the turn that there is, and takes no other. */
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
    // What was read was right; only what was set can be lost.
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
