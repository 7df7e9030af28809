import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { answer, type Connection, sawNavigation } from './network.ts'
import { inOneTab } from './one-tab.ts'
import { answered, bounded } from './protocol.ts'
import type { PausedRequest } from './requests.ts'

/** Who uses a window at the moment: whom its requests are made for, and who hears of its errors. */
type Occupant = Connection & { note(text: string): void }

/** A page of the browser, which one customer or user after the other may use. */
export type Window = {
  readonly page: Page
  readonly session: CDPSession
  readonly mainFrame: string
  occupant: Occupant | undefined
  /** The process of its page has ended by itself. */
  hasCrashed: boolean
  /** Frames, messages, errors and entries of history of the page that it shows. */
  events: number
  /** Origins that it has had pages or requests of. */
  readonly origins: Set<string>
}

/** Opens a window, whose requests are answered by the harness's own client: the browser fetches nothing itself. */
export const openWindow = async (context: BrowserContext): Promise<Window> => {
  const page = await bounded(context.newPage())
  const session = await bounded(context.newCDPSession(page))
  const { frameTree } = await answered(session, session.send('Page.getFrameTree'))
  const window: Window = {
    page,
    session,
    mainFrame: frameTree.frame.id,
    occupant: undefined,
    hasCrashed: false,
    events: 0,
    origins: new Set(),
  }
  listen(window)
  await Promise.all([
    bounded(page.addInitScript(inOneTab)),
    answered(session, session.send('Page.enable')),
    // It has to be on before a page is busy.
    answered(session, session.send('Performance.enable')),
    answered(session, session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })),
  ])
  return window
}

/** Frames, messages, errors and entries of history of one page: one that never stops to make them keeps the harness busy, and is ended. */
const mostEvents = 500

const listen = (window: Window): void => {
  const { page, session } = window
  session.on('Fetch.requestPaused', paused => {
    const { origin } = new URL(paused.request.url)
    window.origins.add(origin)
    if (window.occupant) void answer(window.occupant, paused as PausedRequest)
    else
      void session
        .send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' })
        .catch(() => undefined)
  })
  const count = () => {
    window.events += 1
    if (window.events <= mostEvents || window.hasCrashed) return
    window.hasCrashed = true
    void killWindow(window)
  }
  session.on('Page.frameAttached', count)
  session.on('Page.navigatedWithinDocument', count)
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === window.mainFrame) window.events = 0
    if (window.occupant) sawNavigation(window.occupant, frame.id)
  })
  session.on('Page.frameRequestedNavigation', request => {
    if (window.occupant && request.disposition === 'currentTab')
      sawNavigation(window.occupant, request.frameId, request)
  })
  page.on('popup', popup => void popup.close().catch(() => undefined))
  page.on('crash', () => {
    window.hasCrashed = true
    void page.close().catch(() => undefined)
  })
  page.on('pageerror', error => {
    count()
    window.occupant?.note(String(error.message))
  })
  page.on('console', message => {
    count()
    if (message.type() === 'error') window.occupant?.note(message.text())
  })
  page.on('dialog', dialog => {
    window.occupant?.note(`a dialog (${dialog.type()}): ${dialog.message()}`)
    // A question is answered as somebody does who means what was pressed; a text is not made up.
    const answered = dialog.type() === 'prompt' ? dialog.dismiss() : dialog.accept()
    answered.catch(() => undefined)
  })
}

const closeMs = 1_000

/** Ends the process of a window whose page does not respond: its scripts would not let it close. */
export const killWindow = async ({ page, session }: Window): Promise<void> => {
  // The answer never comes.
  void session.send('Page.crash').catch(() => undefined)
  await bounded(page.close(), closeMs).catch(() => undefined)
}

const resetMs = 3_000

/** Makes a window as if it were new, but for its context. */
export const resetWindow = async (window: Window): Promise<void> => {
  const { session, origins } = window
  window.occupant = undefined
  await answered(session, session.send('Page.navigate', { url: 'about:blank' }), resetMs)
  for (const origin of origins)
    if (origin !== 'null')
      await answered(session, session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }), resetMs)
  await answered(session, session.send('Page.resetNavigationHistory'), resetMs)
  origins.clear()
}
