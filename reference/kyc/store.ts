import { memoryStorage, type Storage, type Table } from '../service/storage.ts'
import type { Decision, GrantRequest } from './records.ts'

/** The limit of stored requests, since anyone can make one; the oldest is removed. */
export const maxRequests = 10_000

/** The provider's state. Every method is one atomic step; a decision is never changed. */
export class Store {
  // In the order of arrival, which is also the order of expiry.
  readonly #requests: Table<GrantRequest>
  readonly #decisions: Table<Decision>

  constructor({ table }: Pick<Storage, 'table'> = memoryStorage()) {
    this.#requests = table('requests')
    this.#decisions = table('decisions')
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
  }

  /** Stores the decision on a request unless there is one; returns the one that counts, the first. Clause: CALLBACK-10. */
  decide(id: string, decision: Decision): Readonly<Decision> {
    const made = this.#decisions.get(id) ?? decision
    this.#decisions.set(id, made)
    return made
  }
}
