export type SavedNonce = [caller: number, nonce: string, until: number]

/**
 * The memory behind NONCE_REUSED (heading "Authentication"): per caller, for a time. `admit` looks and remembers in one
 * step, so that of several equal requests at one moment a single one passes. Each nonce has cost a signature that verified,
 * so that time bounds how many are held.
 */
export class Nonces {
  // Every nonce lives equally long, so insertion order is the order in which they lapse.
  readonly #callers = new Map<number, Map<string, number>>()

  /** Whether the nonce is new for the caller; times in ms. */
  admit(caller: number, nonce: string, times: { now: number; until: number }): boolean {
    const seen = this.#callers.get(caller) ?? new Map<string, number>()
    this.#callers.set(caller, seen)
    forgetLapsed(seen, times.now)
    if (seen.has(nonce)) return false
    seen.set(nonce, times.until)
    return true
  }

  snapshot(): SavedNonce[] {
    return [...this.#callers].flatMap(([caller, seen]) =>
      [...seen].map(([nonce, until]): SavedNonce => [caller, nonce, until]),
    )
  }

  restore(kept: readonly SavedNonce[]): void {
    for (const [caller, nonce, until] of kept) this.admit(caller, nonce, { now: 0, until })
  }
}

const forgetLapsed = (seen: Map<string, number>, now: number): void => {
  for (const [nonce, until] of seen) {
    if (until > now) return
    seen.delete(nonce)
  }
}
