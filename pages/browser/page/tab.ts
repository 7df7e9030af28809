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
import { drawnAt, forgetHistory, type Window } from './window.ts'

/** One tab of a customer or user. */
export type Tab = {
  readonly window: Window
  readonly traffic: Traffic
  /** Counts what was done in it: what was shown before is no longer there. */
  step: number
  isBusy: boolean
  /** Its pages have stored something other than cookies. */
  hasStorage: boolean
  /** Errors and dialogs of its pages. */
  readonly console: string[]
}

/** Errors of scripts that are kept of a tab, and characters of each. */
const mostErrors = 20
const longestError = 500

/** Opens a tab in a window that nobody uses. */
export const openTab = (window: Window, { scope, send }: { scope: PageScope; send: PageSender['send'] }): Tab => {
  const { session, mainFrame } = window
  const traffic: Traffic = {
    journey: newJourney(),
    pending: 0,
    changedAt: performance.now(),
    document: undefined,
    isLoaded: false,
    unfetched: new Set(),
  }
  const console: string[] = []
  const note = (text: string) => {
    if (console.length < mostErrors) console.push(text.slice(0, longestError))
  }
  window.occupant = { session, mainFrame, scope, send, traffic, note }
  return { window, traffic, step: 0, isBusy: false, hasStorage: false, console }
}

/** Begins a navigation or a click: what its requests bring is in its own journey. */
export const begin = (tab: Tab, change?: Journey['change']): Journey => {
  const journey = newJourney(change)
  tab.traffic.journey = journey
  delete tab.traffic.reason
  delete tab.traffic.answeredAt
  tab.step += 1
  tab.traffic.changedAt = performance.now()
  return journey
}

/** Whether a document is complete, and whether it has stored something; a frame without an origin may not ask. */
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
 * Waits until a tab shows what an action brings about: it is loaded, nothing is on its way, and for a moment nothing
 * happens. `before`: what it showed; as long as nothing differs, a script may still be at work. Without it, as long as nothing was
 * asked for, the browser is.
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
    if (isOver()) return render(tab.window.session, tab.window.occupant?.scope.run)
    const isTooEarly = before === undefined && traffic.journey.requests === 0 && isReacting(since)
    const { changedAt } = traffic
    const shown = isQuiet(tab) && !isTooEarly ? await renderLoaded(tab) : undefined
    // What was read while something happened may be of two pages.
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

/** Returns what a tab shows; `undefined` as long as it is not loaded. */
const renderLoaded = async (tab: Tab): Promise<Rendering | undefined> => {
  const { document } = tab.traffic
  if (document && isInert(document))
    return tab.traffic.isLoaded ? render(tab.window.session, tab.window.occupant?.scope.run) : undefined
  // A script can open its document anew, and store something: only the page itself tells.
  return (await isLoaded(tab)) && isQuiet(tab) ? render(tab.window.session, tab.window.occupant?.scope.run) : undefined
}

/** Returns whether nothing is on its way, and for a moment nothing has happened. */
const isQuiet = ({ traffic }: Tab): boolean => {
  const quietMs = performance.now() - traffic.changedAt
  return traffic.pending === 0 && quietMs >= awaitedQuiet(traffic)
}

const awaitedQuiet = ({ journey, document }: Traffic): number => {
  if (journey.isNavigating) return waits.pageReaction.ms
  return document && isInert(document) ? 0 : waits.pageQuiet.ms
}

/**
 * Returns whether more is to come: the page leads on by itself, or shows as little, or as before, as a script that works, or has got an
 * answer and has drawn nothing since.
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

/** Returns whether a script may have yet to write the controls of a page. */
const mayLack = ({ traffic: { document } }: Tab, shown: Rendering): boolean =>
  document?.status === 200 && !isInert(document) && !hasControls(shown)

const nextFrame = 'new Promise(resolve => requestAnimationFrame(() => resolve()))'

/** Waits until a tab is painted, since scripts write a page then: on a machine that is busy that may take long. */
const painted = async ({ window: { session } }: Tab): Promise<void> => {
  const contextId = await createWorld(session, 'frames')
  const frame = session.send('Runtime.evaluate', { contextId, expression: nextFrame, awaitPromise: true })
  // A page that is never painted is read as it is.
  await answered(session, frame, waits.page.ms).catch(() => undefined)
}

const hasControls = ({ digest }: Rendering): boolean => digest.includes(`${liveAttributes.role}=`)

const lookAgainMs = 5

/** Takes a picture of what a tab shows, and the errors of its scripts. */
export const lookAt = async (tab: Tab): Promise<PageSight> => {
  const {
    window: { page, session },
    console,
  } = tab
  const [title, picture] = await Promise.all([
    answered(session, session.send('Runtime.evaluate', { expression: 'document.title' }), pictureMs)
      .then(({ result }) => textOf(result.value ?? '').slice(0, longestError))
      .catch(() => ''),
    answered(session, session.send('Page.captureScreenshot', { format: 'jpeg', quality: 50 }), pictureMs).catch(
      () => undefined,
    ),
  ])
  return {
    url: page.url(),
    title,
    ...(picture === undefined ? {} : { picture: Buffer.from(picture.data, 'base64') }),
    ...(console.length > 0 ? { console } : {}),
  }
}

const pictureMs = 10_000

/** Milliseconds in which the browser asks for a page, and how often it is asked to: it forgets it when the page before wants to stay. */
const [askMs, mostTimes] = [3_000, 5]

/** Sends a tab to an address, and waits until that has answered, or is found to be beyond the target's pages. */
export const navigate = async ({ window, traffic }: Tab, journey: Journey, url: string): Promise<void> => {
  let hasEnded = false
  let failure: string | undefined
  let times = 0
  const tell = async (time: number): Promise<void> => {
    const { errorText } = await window.session.send('Page.navigate', { url }).catch(() => ({ errorText: undefined }))
    // The browser says that it gave up what it was told before.
    if (time !== times) return
    // Only a script can go back further than its user has been.
    const mayGoBack = !(traffic.document && isInert(traffic.document))
    if (errorText !== undefined) journey.isNavigating = false
    else if (mayGoBack) await forgetHistory(window).catch(() => undefined)
    // It may give up before it has asked for anything, such as when the page before leads elsewhere at that moment.
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
    void tell(times)
    for (const since = performance.now(); !isOnItsWay() && !failure && performance.now() - since < askMs; )
      await pause(lookAgainMs)
  }
  if (!isOnItsWay()) throw new Stuck(`it does not open the page${failure ? ` (${failure})` : ''}`)
}

/** Returns whether the pages of a tab have stored something other than cookies. */
export const hasStorage = (tab: Tab): boolean => tab.hasStorage
