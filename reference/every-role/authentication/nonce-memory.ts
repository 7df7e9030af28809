import type { Table } from '../../service/storage.ts'

/**
 * Remembers the nonces of each caller for a time (heading "Authentication"). `admit` checks and remembers in one step, so that
 * only one of several equal requests passes. Each nonce costs a signature that verifies, so the time limits the memory.
 * Clauses: AUTH-14, AUTH-15.
 */
export class NonceMemory {
  // By caller and nonce, the time until which it is remembered; every nonce for the same time, so the oldest expires first.
  readonly #seen: Table<number>

  constructor(seen: Table<number> = new Map()) {
    this.#seen = seen
  }

  /** Returns whether the nonce is new for the caller, and remembers it; times in ms. */
  admit(caller: number, nonce: string, times: { now: number; until: number }): boolean {
    forgetExpired(this.#seen, times.now)
    const key = `${caller} ${nonce}`
    if (this.#seen.has(key)) return false
    this.#seen.set(key, times.until)
    return true
  }
}

const forgetExpired = (seen: Table<number>, now: number): void => {
  for (const [key, until] of seen) {
    if (until > now) return
    seen.delete(key)
  }
}
