/** Tracks the unfinished work in a browser. */
export class Work {
  readonly #underWay = new Set<Promise<unknown>>()

  get isBusy(): boolean {
    return this.#underWay.size > 0
  }

  /** Performs some work. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const doing = work()
    this.#underWay.add(doing)
    try {
      return await doing
    } finally {
      this.#underWay.delete(doing)
    }
  }

  /** Resolves when the work that is currently in progress has ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }
}
