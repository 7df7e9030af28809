import { blocked } from '../../harness/outcome.ts'

/** The current work in a browser. */
export class Work {
  #count = 0
  #isClosed = false
  readonly #ended = Promise.withResolvers<void>()

  get isBusy(): boolean {
    return this.#count > 0
  }

  /** Carries out some work; blocks the check if the browser is closed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return blocked('the check has ended')
    this.#count += 1
    try {
      return await work()
    } finally {
      this.#count -= 1
      this.#endIfDone()
    }
  }

  /** Accepts no more work; resolves when the last has ended. A check that ends early leaves some behind. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#endIfDone()
    return this.#ended.promise
  }

  #endIfDone(): void {
    if (this.#isClosed && !this.isBusy) this.#ended.resolve()
  }
}
