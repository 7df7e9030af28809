/** A table that remembers the values of its keys before the turn. */
export class RecordedTable extends Map<string, unknown> {
  readonly #before = new Map<string, unknown>()
  #changed = (): void => {}

  /** Calls `changed` with each change from now on. */
  record(changed: () => void): void {
    this.#changed = changed
    this.#before.clear()
  }

  /** The keys that were changed in this turn, and their values, undefined if they were deleted. */
  changes(): [key: string, value: unknown][] {
    return [...this.#before.keys()].map(key => [key, this.get(key)])
  }

  override set(key: string, value: unknown): this {
    this.#remember(key)
    return super.set(key, value)
  }

  override delete(key: string): boolean {
    this.#remember(key)
    return super.delete(key)
  }

  /** Ends the turn: its changes stay. */
  settle(): void {
    this.#before.clear()
  }

  /** Applies a saved change, such as another process's; undefined deletes. */
  take(key: string, value: unknown): void {
    value === undefined ? super.delete(key) : super.set(key, value)
  }

  /** Rolls back the changes of this turn. */
  undo(): void {
    for (const [key, value] of this.#before) this.take(key, value)
    this.#before.clear()
  }

  #remember(key: string): void {
    if (!this.#before.has(key)) this.#before.set(key, this.get(key))
    this.#changed()
  }
}
