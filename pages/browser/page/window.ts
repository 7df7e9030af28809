import type { BrowserContext, CDPSession, Dialog, Page } from 'playwright-core'
import { type HttpResponse, header } from '../../../harness/http/response.ts'
import { pause } from '../../../harness/pause.ts'
import { answer, type Connection, noteOpen, sawNavigation } from '../network/network.ts'
import type { PausedRequest } from '../network/requests.ts'
import { answered, Busy, bounded, createWorld, Stuck } from '../process/protocol.ts'
import { inOneTab } from './one-tab.ts'

/** The current user of a window: the window's requests are sent on its behalf, and it gets the window's errors. */
type Occupant = Connection & { note(text: string): void }

/** A page of the browser, reused by customers and users in turn. */
export type Window = {
  readonly page: Page
  readonly session: CDPSession
  readonly mainFrame: string
  occupant: Occupant | undefined
  /** Set if the renderer of its page has crashed. */
  hasCrashed: boolean
  /** Messages, errors and history entries of the current page, weighted by cost. */
  events: number
  /** Origins of its pages and requests so far. */
  readonly origins: Set<string>
  /** Set if it has had pages whose scripts may have stored something and may still be running. */
  hasRunScripts: boolean
  /** Set if the current page may refresh on its own. */
  mayLeadOn: boolean
  /** Set if it has been used, so that its next page would have a history. */
  hasHistory: boolean
  /** Set if it shows long pages as a whole. */
  isTall: boolean
}

/** The usual size of a window in CSS pixels; small, since every change is painted. */
export const usualSize = { width: 800, height: 600 }

/** Higher than most pages: what is drawn once it is scrolled to is then drawn. */
const tallSize = { width: usualSize.width, height: 10_000 }

/** Makes a window tall, or usual again. Its user may not notice: a page scrolls to a control before that is pressed. */
export const makeTall = async (window: Window, isTall = true): Promise<void> => {
  if (window.isTall === isTall) return
  window.isTall = isTall
  await bounded(window.page.setViewportSize(isTall ? tallSize : usualSize))
}

/** Opens a window. The harness's own HTTP client answers its requests: the browser fetches nothing itself. */
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
    hasRunScripts: false,
    mayLeadOn: false,
    hasHistory: false,
    isTall: false,
  }
  listen(window)
  await Promise.all([
    bounded(page.addInitScript(inOneTab)),
    answered(session, session.send('Page.enable')),
    answered(session, session.send('Page.addScriptToEvaluateOnNewDocument', { source: watching, worldName: watcher })),
    // Stores no bodies: this domain is only needed to see WebSockets before the page draws their data.
    answered(session, session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })),
    // It must be enabled before a page is busy.
    answered(session, session.send('Performance.enable')),
    answered(session, session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })),
  ])
  return window
}

/** The isolated world of the script that watches the drawing of a page. */
const watcher = 'watcher'

/** A script that records when a page, including its open shadow trees, last changed. */
const watching = `(() => {
  globalThis.drawnAt = performance.now()
  const options = { subtree: true, childList: true, characterData: true, attributes: true }
  const watch = root => { observer.observe(root, options); for (const each of root.querySelectorAll('*')) if (each.shadowRoot) watch(each.shadowRoot) }
  const observer = new MutationObserver(records => {
    globalThis.drawnAt = performance.now()
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.shadowRoot) watch(node.shadowRoot)
  })
  watch(document)
})()`

/** Returns when the page of a window last changed: milliseconds of `performance.now()`; 0 while it is being replaced. */
export const drawnAt = async ({ session }: Window): Promise<number> => {
  try {
    // The page's clock has another origin, so only the elapsed time is meaningful here.
    const asked = performance.now()
    const contextId = await createWorld(session, watcher)
    const expression = 'performance.now() - drawnAt'
    const { result } = await answered(session, session.send('Runtime.evaluate', { contextId, expression }))
    return typeof result.value === 'number' ? asked - result.value : 0
  } catch (error) {
    if (error instanceof Stuck && !(error instanceof Busy)) return 0
    throw error
  }
}

/**
 * Maximum number of messages, errors and history entries per page: a page that produces them endlessly keeps the harness busy, and is
 * killed.
 */
const mostEvents = 500

/** The weight of a frame, a rewritten document and a dialog, and how many characters of a message count as one more event. */
const [eventsOfFrame, eventsOfDocument, eventsOfDialog, charactersOfEvent] = [5, 100, 10, 1_000]

const listen = (window: Window): void => {
  const { page, session } = window
  session.on('Fetch.requestPaused', paused => {
    window.origins.add(new URL(paused.request.url).origin)
    if (window.occupant) void answer(window.occupant, paused as PausedRequest)
    else
      void session
        .send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' })
        .catch(() => undefined)
  })
  const count = (events = 1) => {
    window.events += events
    if (window.events <= mostEvents || window.hasCrashed) return
    window.hasCrashed = true
    void killWindow(window)
  }
  session.on('Page.frameAttached', () => count(eventsOfFrame))
  session.on('Page.documentOpened', () => count(eventsOfDocument))
  session.on('Page.navigatedWithinDocument', () => count())
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === window.mainFrame) window.events = 0
    if (window.occupant) sawNavigation(window.occupant, frame.id)
  })
  session.on('Page.loadEventFired', () => {
    if (window.occupant) window.occupant.traffic.isLoaded = true
  })
  session.on('Page.frameRequestedNavigation', request => {
    if (window.occupant && request.disposition === 'currentTab')
      sawNavigation(window.occupant, request.frameId, request)
  })
  // The browser has no network, not even to the target itself.
  session.on('Network.webSocketCreated', ({ url }) => noteOpen(window.occupant?.traffic, url))
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
    count(1 + Math.floor(message.text().length / charactersOfEvent))
    if (message.type() === 'error') window.occupant?.note(message.text())
  })
  page.on('dialog', dialog => {
    count(eventsOfDialog)
    answerDialog(window, dialog)
  })
}

/** Confirms a dialog, like a user who meant the click; a prompt gets no invented text. */
const answerDialog = ({ occupant }: Window, dialog: Dialog): void => {
  occupant?.note(`a dialog (${dialog.type()}): ${dialog.message()}`)
  if (occupant) occupant.traffic.journey.asked = dialog.message()
  const answered = dialog.type() === 'prompt' ? dialog.dismiss() : dialog.accept()
  answered.catch(() => undefined)
}

const closeMs = 1_000

/** Kills the renderer of a window whose page does not respond: its scripts would keep it from closing. */
export const killWindow = async ({ page, session }: Window): Promise<void> => {
  // The call is never answered.
  void session.send('Page.crash').catch(() => undefined)
  await bounded(page.close(), closeMs).catch(() => undefined)
}

/** Ends the use of a window: later requests of its pages are not answered. */
export const leaveWindow = (window: Window): void => {
  if (window.occupant === undefined) return
  const { hasRunScripts, document } = window.occupant.traffic
  if (hasRunScripts) window.hasRunScripts = true
  window.mayLeadOn = document !== undefined && mayRefresh(document)
  window.hasHistory = true
  window.occupant = undefined
}

const mayRefresh = (document: HttpResponse): boolean =>
  header(document, 'refresh') !== undefined || document.text === undefined || /refresh/i.test(document.text)

const resetMs = 3_000

/** Resets an unused window, except its context, and its history until it shows a page. */
export const resetWindow = async (window: Window): Promise<void> => {
  const { session, mainFrame, origins } = window
  await makeTall(window, false)
  // Pages without script only store cookies, and the next page replaces them.
  if (!window.hasRunScripts) {
    const empty = { frameId: mainFrame, html: '' }
    if (window.mayLeadOn) await answered(session, session.send('Page.setDocumentContent', empty), resetMs)
    return
  }
  await answered(session, session.send('Page.navigate', { url: 'about:blank' }), resetMs)
  for (const origin of origins)
    if (origin !== 'null')
      await answered(session, session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }), resetMs)
  origins.clear()
  window.hasRunScripts = false
}

const lookAgainMs = 10

/** Clears the history before the current page. The browser refuses that until the previous page is gone. */
export const forgetHistory = async (window: Window): Promise<void> => {
  if (!window.hasHistory) return
  window.hasHistory = false
  const { session } = window
  for (const since = performance.now(); ; await pause(lookAgainMs)) {
    const error = await answered(session, session.send('Page.resetNavigationHistory'), resetMs).catch((e: Error) => e)
    if (!(error instanceof Error)) return
    if (!/not attached/i.test(error.message) || performance.now() - since > resetMs) throw error
  }
}
