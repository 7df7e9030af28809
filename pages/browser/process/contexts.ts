import PQueue from 'p-queue'
import type { BrowserContext } from 'playwright-core'
import { leaveWindow, openWindow, resetWindow, type Window } from '../page/window.ts'
import { bounded } from './protocol.ts'

/** A context lent to one customer or user, with its own cookies, storage and windows. */
export type Lease = {
  readonly context: BrowserContext
  /** Returns an unused window. */
  window(): Promise<Window>
  /** Returns the context to the pool, which resets it in the background; its windows must not be used afterwards. */
  release(): void
}

/** Maximum milliseconds to wait for a context to close. */
const closeMs = 5_000

type Lent = { context: BrowserContext; windows: Window[]; uses: number }

/** How often a context is lent, how many spare ones are kept, and how many windows each keeps. */
const limits = { uses: 50, spare: 6, windows: 2 }

/**
 * Lends contexts. A returned one is reset and lent again: a new one costs a process, which takes longer than most checks.
 */
export const createContexts = (open: () => Promise<BrowserContext>) => {
  const spare: Lent[] = []
  // Opening windows concurrently takes longer than sequentially.
  const making = new PQueue({ concurrency: 1 })
  const emptying = new Set<Promise<void>>()
  const take = async (): Promise<Lent> => {
    for (let lent = spare.pop(); lent; lent = spare.pop()) if (lent.context.browser()?.isConnected()) return lent
    if (emptying.size === 0) return { context: await making.add(() => bounded(open())), windows: [], uses: 0 }
    await Promise.race(emptying)
    return take()
  }
  const putBack = async (lent: Lent): Promise<void> => {
    const { context, windows } = lent
    try {
      const surplus = windows.splice(limits.windows)
      await Promise.all(surplus.map(({ page }) => bounded(page.close())))
      if (context.pages().length > windows.length || lent.uses >= limits.uses || spare.length >= limits.spare)
        throw new Error('it has served long enough')
      await Promise.all(windows.map(resetWindow))
      await bounded(context.clearCookies())
      spare.push(lent)
    } catch {
      // A context that hangs ends with the browser.
      await bounded(context.close(), closeMs).catch(() => undefined)
    }
  }
  const release = (lent: Lent): void => {
    for (const window of lent.windows) leaveWindow(window)
    const emptied = putBack(lent).finally(() => emptying.delete(emptied))
    emptying.add(emptied)
  }
  return async (): Promise<Lease> => {
    const lent = await take()
    lent.uses += 1
    const free = [...lent.windows]
    return {
      context: lent.context,
      window: async () => {
        const used = free.shift()
        if (used !== undefined && !used.page.isClosed()) return used
        const opened = await making.add(() => bounded(openWindow(lent.context)))
        lent.windows.push(opened)
        return opened
      },
      release: () => release(lent),
    }
  }
}
