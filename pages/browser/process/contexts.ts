import PQueue from 'p-queue'
import type { BrowserContext } from 'playwright-core'
import { leaveWindow, openWindow, resetWindow, type Window } from '../page/window.ts'
import { bounded } from './protocol.ts'

/** A context that is lent to one customer or user: cookies, storage and windows of its own. */
export type Lease = {
  readonly context: BrowserContext
  /** Returns a window that nobody uses. */
  window(): Promise<Window>
  /** Gives the context back: nobody can use its windows from then on. Nobody has to wait until it is emptied. */
  release(): void
}

/** Milliseconds in which a context is closed; nobody waits longer for it. */
const closeMs = 5_000

type Lent = { context: BrowserContext; windows: Window[]; uses: number }

/** How often a context is lent, how many wait for the next customer, and the windows that each of them keeps. */
const limits = { uses: 50, spare: 6, windows: 2 }

/**
 * Lends contexts. One that comes back is emptied and lent again: a new one costs a process, which takes longer than most checks.
 */
export const createContexts = (open: () => Promise<BrowserContext>) => {
  const spare: Lent[] = []
  // Windows that are made all at once take longer than one after the other.
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
      // One that hangs ends with the browser.
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
