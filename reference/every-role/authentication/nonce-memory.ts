/** A nonce in the state file; `until` in ms. */
export type SavedNonce = [caller: number, nonce: string, until: number]

/**
 * Remembers the nonces of each caller for a time (heading "Authentication"). `admit` checks and remembers in one step, so that
 * only one of several equal requests passes. Each nonce costs a signature that verifies, so the time limits the memory.
 * Clauses: AUTH-14, AUTH-15.
 */
export class NonceMemory {
  // Every nonce is remembered for the same time, so insertion order is expiry order.
  readonly #callers = new Map<number, Map<string, number>>()

  /** Returns whether the nonce is new for the caller, and remembers it; times in ms. */
  admit(caller: number, nonce: string, times: { now: number; until: number }): boolean {
    const seen = this.#callers.get(caller) ?? new Map<string, number>()
    this.#callers.set(caller, seen)
    forgetExpired(seen, times.now)
    if (seen.has(nonce)) return false
    seen.set(nonce, times.until)
    return true
  }

  snapshot(): SavedNonce[] {
    return [...this.#callers].flatMap(([caller, seen]) =>
      [...seen].map(([nonce, until]): SavedNonce => [caller, nonce, until]),
    )
  }

  restore(saved: readonly SavedNonce[]): void {
    for (const [caller, nonce, until] of saved) this.admit(caller, nonce, { now: 0, until })
  }
}

const forgetExpired = (seen: Map<string, number>, now: number): void => {
  for (const [nonce, until] of seen) {
    if (until > now) return
    seen.delete(nonce)
  }
}
