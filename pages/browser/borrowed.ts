import type { BrowserCookies } from './network/cookies.ts'
import type { Lease } from './process/contexts.ts'
import { bounded } from './process/protocol.ts'

/** The browser context of a customer or user: it can be returned and borrowed again; in between, only its cookies are kept. */
export class Borrowed {
  readonly #lend: () => Promise<Lease>
  #lease: Promise<Lease> | undefined
  #cookies: Promise<BrowserCookies> = Promise.resolve([])

  constructor(lend: () => Promise<Lease>) {
    this.#lend = lend
  }

  /** Returns the context, and borrows one if needed. */
  lease(): Promise<Lease> {
    this.#lease ??= this.#borrow()
    return this.#lease
  }

  async cookies(): Promise<BrowserCookies> {
    return this.#lease ? bounded((await this.#lease).context.cookies()) : this.#cookies
  }

  /** Replaces the cookies. */
  async keep(cookies: BrowserCookies): Promise<void> {
    if (this.#lease === undefined) this.#cookies = Promise.resolve(cookies)
    else if (cookies.length > 0) await bounded((await this.#lease).context.addCookies(cookies)).catch(() => undefined)
  }

  /** Returns the context to the pool when it is `unused`; before the next borrowing, `end` is called. */
  async giveBack(unused: Promise<void>, end = () => {}): Promise<void> {
    const [lease, before] = [this.#lease, this.#cookies]
    this.#lease = undefined
    const release = async (lent: Lease): Promise<BrowserCookies> => {
      const cookies = await bounded(lent.context.cookies()).catch(() => [])
      void unused.then(() => lent.release())
      return cookies
    }
    this.#cookies = (lease === undefined ? before : lease.then(release, () => before)).finally(end)
    await this.#cookies
  }

  async #borrow(): Promise<Lease> {
    const cookies = await this.#cookies
    const lease = await this.#lend()
    if (cookies.length > 0) await bounded(lease.context.addCookies(cookies))
    return lease
  }
}
