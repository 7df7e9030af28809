import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { answer, type Connection, sawNavigation } from './network.ts'
import { inOneTab } from './one-tab.ts'
import { bounded } from './protocol.ts'
import type { PausedRequest } from './requests.ts'

/** Who uses a window at the moment: whom its requests are made for, and who hears of its errors. */
type Occupant = Connection & { note(text: string): void }

/** A page of the browser, which one customer or user after the other may use. */
export type Window = {
  readonly page: Page
  readonly session: CDPSession
  readonly mainFrame: string
  occupant: Occupant | undefined
  /** Origins that it has had pages or requests of. */
  readonly origins: Set<string>
}

/** Opens a window, whose requests are answered by the harness's own client: the browser fetches nothing itself. */
export const openWindow = async (context: BrowserContext): Promise<Window> => {
  const page = await bounded(context.newPage())
  const session = await bounded(context.newCDPSession(page))
  const { frameTree } = await bounded(session.send('Page.getFrameTree'))
  const window: Window = { page, session, mainFrame: frameTree.frame.id, occupant: undefined, origins: new Set() }
  listen(window)
  await Promise.all([
    bounded(page.addInitScript(inOneTab)),
    bounded(session.send('Page.enable')),
    bounded(session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })),
  ])
  return window
}

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
  session.on('Page.frameNavigated', ({ frame }) => {
    if (window.occupant) sawNavigation(window.occupant, frame.id)
  })
  session.on('Page.frameRequestedNavigation', request => {
    if (window.occupant && request.disposition === 'currentTab')
      sawNavigation(window.occupant, request.frameId, request)
  })
  page.on('popup', popup => void popup.close().catch(() => undefined))
  page.on('crash', () => void page.close().catch(() => undefined))
  page.on('pageerror', error => window.occupant?.note(String(error.message)))
  page.on('console', message => {
    if (message.type() === 'error') window.occupant?.note(message.text())
  })
  page.on('dialog', dialog => {
    window.occupant?.note(`a dialog (${dialog.type()}): ${dialog.message()}`)
    // A question is answered as somebody does who means what was pressed; a text is not made up.
    const answered = dialog.type() === 'prompt' ? dialog.dismiss() : dialog.accept()
    answered.catch(() => undefined)
  })
}

const resetMs = 3_000

/** Makes a window as if it were new, but for its context. */
export const resetWindow = async (window: Window): Promise<void> => {
  const { session, origins } = window
  window.occupant = undefined
  await bounded(session.send('Page.navigate', { url: 'about:blank' }), resetMs)
  for (const origin of origins)
    if (origin !== 'null')
      await bounded(session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }), resetMs)
  await bounded(session.send('Page.resetNavigationHistory'), resetMs)
  origins.clear()
}
