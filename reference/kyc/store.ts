import type { Decision, GrantRequest } from './records.ts'

/** The limit of stored requests, since anyone can make one; the oldest is removed. */
export const maxRequests = 10_000

/** The state of a store as JSON; each decision with the id of its request. */
export type StoreState = { requests: GrantRequest[]; decisions: [string, Decision][] }

/** The provider's state. Every method is one atomic step; a decision is never changed. */
export class Store {
  // In the order of arrival, which is also the order of expiry.
  readonly #requests = new Map<string, GrantRequest>()
  readonly #decisions = new Map<string, Decision>()
  readonly #changed: () => void

  constructor(changed: () => void = () => {}) {
    this.#changed = changed
  }

  request(id: string): Readonly<GrantRequest> | undefined {
    return this.#requests.get(id)
  }

  decision(id: string): Readonly<Decision> | undefined {
    return this.#decisions.get(id)
  }

  openRequest(request: GrantRequest): void {
    this.#requests.set(request.id, request)
    const [oldest = ''] = this.#requests.keys()
    if (this.#requests.size > maxRequests) this.#requests.delete(oldest)
    this.#changed()
  }

  /** Stores the decision on a request unless there is one; returns the one that counts, the first. Clause: CALLBACK-10. */
  decide(id: string, decision: Decision): Readonly<Decision> {
    const made = this.#decisions.get(id) ?? decision
    this.#decisions.set(id, made)
    this.#changed()
    return made
  }

  snapshot(): StoreState {
    return { requests: [...this.#requests.values()], decisions: [...this.#decisions] }
  }

  restore(state: StoreState): void {
    for (const request of state.requests) this.#requests.set(request.id, request)
    for (const [id, decision] of state.decisions) this.#decisions.set(id, decision)
  }
}
