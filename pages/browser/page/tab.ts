import type { PageSender, PageSight } from '../../../harness/pages.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { liveAttributes } from '../../document/live-document.ts'
import { isInert } from '../../plain-pages.ts'
import { isRefreshing, type PageScope } from '../../visit/form-browser.ts'
import { type Journey, newJourney } from '../network/journey.ts'
import type { Traffic } from '../network/network.ts'
import { answered, createWorld, Stuck } from '../process/protocol.ts'
import { isReacting, newPatience } from './reaction.ts'
import { type Rendering, render } from './render.ts'
import { drawnAt, forgetHistory, makeTall, usualSize, type Window } from './window.ts'

/** One tab of a customer or user. */
export type Tab = {
  readonly window: Window
  readonly traffic: Traffic
  /** Number of actions so far, each of which replaces the page. */
  step: number
  isBusy: boolean
  /** Set if its pages have stored something other than cookies. */
  hasStorage: boolean
  /** Errors and dialogs of its pages. */
  readonly console: string[]
}

/** Maximum number of script errors kept per tab, and of characters per error. */
const mostErrors = 20
const longestError = 500

/** Opens a tab in an unused window. */
export const openTab = (window: Window, { scope, send }: { scope: PageScope; send: PageSender['send'] }): Tab => {
  const { session, mainFrame } = window
  const traffic: Traffic = {
    journey: newJourney(),
    pending: 0,
    changedAt: performance.now(),
    document: undefined,
    isLoaded: false,
    unfetched: new Set(),
    unread: new Set(),
  }
  const console: string[] = []
  const note = (text: string) => {
    if (console.length < mostErrors) console.push(text.slice(0, longestError))
  }
  window.occupant = { session, mainFrame, scope, send, traffic, note }
  return { window, traffic, step: 0, isBusy: false, hasStorage: false, console }
}

/** Begins a navigation or click, with a new journey. */
export const begin = (tab: Tab, change?: Journey['change']): Journey => {
  const journey = newJourney(change)
  tab.traffic.journey = journey
  delete tab.traffic.reason
  delete tab.traffic.answeredAt
  tab.step += 1
  tab.traffic.changedAt = performance.now()
  return journey
}

/** Returns whether a document is complete, and whether it has stored something, which is unknown for a frame with an opaque origin. */
const state = `(() => {
  let stored = false
  try { stored = localStorage.length + sessionStorage.length > 0 } catch {}
  return { isComplete: document.readyState === 'complete', stored }
})()`

const isLoaded = async (tab: Tab): Promise<boolean> => {
  const { session } = tab.window
  const { result } = await answered(
    session,
    session.send('Runtime.evaluate', { expression: state, returnByValue: true }),
  )
  const { isComplete, stored } = (result.value ?? {}) as { isComplete?: boolean; stored?: boolean }
  tab.hasStorage ||= stored === true
  return isComplete === true
}

/**
 * Waits until a tab shows the result of an action: it is loaded, no request is pending, and nothing happens for a moment. `before`: the
 * earlier content; while the page still shows it, a script may be working. If absent, the browser may be working until it sends a request.
 */
export const settle = async (
  tab: Tab,
  signal: AbortSignal | undefined,
  before?: string,
): Promise<Rendering | undefined> => {
  const { traffic } = tab
  let since = performance.now()
  const isOver = () => performance.now() - since > waits.page.ms || signal?.aborted === true
  const isPatient = newPatience(tab.traffic)
  let isPainted = false
  while (traffic.journey.beyond === undefined && traffic.journey.error === undefined) {
    if (traffic.journey.isAwaited) since = performance.now()
    if (tab.window.hasCrashed || tab.window.page.isClosed()) throw new Stuck('the page has crashed, or was closed')
    if (isOver()) return read(tab)
    const isTooEarly = before === undefined && traffic.journey.requests === 0 && isReacting(since)
    const { changedAt } = traffic
    const shown = isQuiet(tab) && !isTooEarly ? await renderLoaded(tab) : undefined
    // A snapshot taken while something happened may mix two pages.
    const isWhole = () => traffic.changedAt === changedAt && isQuiet(tab)
    const isDone = shown && isWhole() && !(await mayChange(tab, shown, { before, isPatient: () => isPatient(since) }))
    if (isDone && isWhole()) {
      if (isPainted || !mayLack(tab, shown)) return shown
      await painted(tab)
      isPainted = true
    }
    await pause(lookAgainMs, signal)
  }
  return undefined
}

/** Most frames in which the browser lays out what a tall window shows. */
const mostFrames = 5

/** Reads the page in a tab, all of it: a part that is laid out once it is scrolled to is shown in a tall window. */
const read = async (tab: Tab): Promise<Rendering> => {
  const { session, occupant } = tab.window
  const look = () => render(session, occupant?.scope.run)
  let shown = await look()
  for (let frame = 0; shown.isPartial && frame < mostFrames; frame++) {
    await makeTall(tab.window)
    await painted(tab)
    shown = await look()
  }
  return shown
}

/** Returns the content of a tab; `undefined` until it is loaded. */
const renderLoaded = async (tab: Tab): Promise<Rendering | undefined> => {
  const { document } = tab.traffic
  if (document && isInert(document)) return tab.traffic.isLoaded ? read(tab) : undefined
  // A script can reopen its document and store something, which only the page itself can report.
  return (await isLoaded(tab)) && isQuiet(tab) ? read(tab) : undefined
}

/** Returns whether no request is pending, and nothing has happened for a moment. */
const isQuiet = ({ traffic }: Tab): boolean => {
  const quietMs = performance.now() - traffic.changedAt
  return traffic.pending === 0 && quietMs >= awaitedQuiet(traffic)
}

const awaitedQuiet = ({ journey, document }: Traffic): number => {
  if (journey.isNavigating) return waits.pageReaction.ms
  return document && isInert(document) ? 0 : waits.pageQuiet.ms
}

/**
 * Returns whether the page may still change: it will refresh, has no controls, is unchanged, or has drawn nothing since its last response.
 */
const mayChange = async (
  tab: Tab,
  shown: Rendering,
  { before, isPatient }: { before: string | undefined; isPatient: () => boolean },
): Promise<boolean> => {
  const { traffic, window } = tab
  const { document, journey, answeredAt } = traffic
  if (document && isRefreshing({ ...shown, response: document })) return true
  if (journey.beyond !== undefined || !isPatient()) return false
  if (shown.digest === before || mayLack(tab, shown)) return true
  return answeredAt !== undefined && answeredAt > (await drawnAt(window))
}

/** Returns whether a script may not have drawn the controls of a page yet. */
const mayLack = ({ traffic: { document } }: Tab, shown: Rendering): boolean =>
  document?.status === 200 && !isInert(document) && !hasControls(shown)

const nextFrame = 'new Promise(resolve => requestAnimationFrame(() => resolve()))'

/** Waits until a tab is painted, which is when scripts may draw; on a busy machine this may take long. */
const painted = async ({ window: { session } }: Tab): Promise<void> => {
  const contextId = await createWorld(session, 'frames')
  const frame = session.send('Runtime.evaluate', { contextId, expression: nextFrame, awaitPromise: true })
  // A page that is never painted is read as it is.
  await answered(session, frame, waits.page.ms).catch(() => undefined)
}

const hasControls = ({ digest }: Rendering): boolean => digest.includes(`${liveAttributes.role}=`)

const lookAgainMs = 5

/** Captures a picture of a tab, and its script errors. */
export const lookAt = async (tab: Tab): Promise<PageSight> => {
  const {
    window: { page, session },
    console,
  } = tab
  const clip = tab.window.isTall ? { clip: { x: 0, y: 0, scale: 1, ...usualSize } } : {}
  const [title, picture] = await Promise.all([
    answered(session, session.send('Runtime.evaluate', { expression: 'document.title' }), pictureMs)
      .then(({ result }) => textOf(result.value ?? '').slice(0, longestError))
      .catch(() => ''),
    answered(
      session,
      session.send('Page.captureScreenshot', { format: 'jpeg', quality: 50, ...clip }),
      pictureMs,
    ).catch(() => undefined),
  ])
  return {
    url: page.url(),
    title,
    ...(picture === undefined ? {} : { picture: Buffer.from(picture.data, 'base64') }),
    ...(console.length > 0 ? { console } : {}),
  }
}

const pictureMs = 10_000

/**
 * Milliseconds within which the browser must request a page, and the number of attempts, since the previous page may cancel a navigation.
 */
const [askMs, mostTimes] = [3_000, 5]

/** Navigates a tab to an address, and waits until that is requested or found to be outside the target's pages. */
export const navigate = async ({ window, traffic }: Tab, journey: Journey, url: string): Promise<void> => {
  let hasEnded = false
  let failure: string | undefined
  let times = 0
  const startNavigation = async (time: number): Promise<void> => {
    const { errorText } = await window.session.send('Page.navigate', { url }).catch(() => ({ errorText: undefined }))
    // The failure of an earlier attempt.
    if (time !== times) return
    // Only a script can go back further than its user has come.
    const mayGoBack = !(traffic.document && isInert(traffic.document))
    if (errorText !== undefined) journey.isNavigating = false
    else if (mayGoBack) await forgetHistory(window).catch(() => undefined)
    // It may give up before it sends a request, for example when the previous page navigates at that moment.
    if (errorText === undefined || hasAsked()) hasEnded = true
    else failure = errorText
    traffic.changedAt = performance.now()
  }
  const hasAsked = () => journey.requests > 0 || journey.beyond !== undefined || journey.error !== undefined
  const isOnItsWay = () => hasEnded || hasAsked()
  while (times < mostTimes && !isOnItsWay()) {
    times += 1
    failure = undefined
    journey.isNavigating = true
    void startNavigation(times)
    for (const since = performance.now(); !isOnItsWay() && !failure && performance.now() - since < askMs; )
      await pause(lookAgainMs)
  }
  if (!isOnItsWay()) throw new Stuck(`it does not open the page${failure ? ` (${failure})` : ''}`)
}

/** Returns whether the pages of a tab have stored something other than cookies. */
export const hasStorage = (tab: Tab): boolean => tab.hasStorage
