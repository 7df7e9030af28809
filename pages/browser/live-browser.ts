import { Blocked, blocked } from '../../harness/outcome.ts'
import type { AccessibilityFinding, PageSender } from '../../harness/pages.ts'
import type { Submission } from '../../harness/submission.ts'
import { type Press, pressOf } from '../document/live-document.ts'
import { isInert } from '../plain-pages.ts'
import type { Browser, NavigationResult, PageScope } from '../visit/form-browser.ts'
import type { PageVisit } from '../visit/page-visit.ts'
import { noteWithheld } from '../visit/withheld.ts'
import { Borrowed } from './borrowed.ts'
import { pageElsewhere } from './network/elsewhere.ts'
import { ForgedElsewhere, type Journey } from './network/journey.ts'
import { resend } from './network/resend.ts'
import { accessibilityOf } from './page/accessibility.ts'
import { type Performed, perform } from './page/actions.ts'
import { nameOf, samePress } from './page/presses.ts'
import { isAtWork } from './page/reaction.ts'
import { begin, hasStorage, navigate, openTab, settle, type Tab } from './page/tab.ts'
import { closeIdle, lookAtLast } from './page/tabs.ts'
import { killWindow, makeTall } from './page/window.ts'
import type { Chromium } from './process/chromium.ts'
import type { Lease } from './process/contexts.ts'
import { Busy, Stuck } from './process/protocol.ts'
import { type Action, unusable } from './process/responses.ts'
import type { Sleeper } from './process/seats.ts'
import { Work } from './work.ts'

type Options = { chromium: Chromium; scope: PageScope; sender: PageSender }

type Change = Journey['change']

type Pressing = { by: Press; change: Change; isDouble?: boolean }

/** A page that was shown: its tab, the tab's step count at that time, its digest, and the requests of each press on it. */
type Shown = { tab: Tab; step: number; digest: string; sent: Map<string, Submission> }

/** A browser with its own cookies and storage, which shows pages as people see them and presses their controls. */
export class LiveBrowser implements Browser, Sleeper {
  readonly #options: Options
  readonly #tabs: Tab[] = []
  readonly #shown = new WeakMap<PageVisit, Shown>()
  readonly #borrowed = new Borrowed(() => this.#lend())
  #isHeld = false
  readonly #work = new Work()

  constructor(options: Options) {
    this.#options = options
  }

  open(url: string): Promise<NavigationResult> {
    return this.#while(async () => this.#openIn(await this.#newTab(), url))
  }

  submit(planned: Submission, from: PageVisit, change?: Change): Promise<NavigationResult> {
    return this.#while(() => this.#submit(planned, from, change))
  }

  doubleClick(planned: Submission, from: PageVisit): Promise<NavigationResult> {
    const by = pressOf(planned)
    if (by === undefined) return this.submit(planned, from)
    return this.#while(() => this.#press(from, { by, change: undefined, isDouble: true }))
  }

  async look(visit: PageVisit): Promise<PageVisit | undefined> {
    const known = this.#shown.get(visit)
    if (known === undefined || !this.#isThere(known) || isInert(visit.response)) return undefined
    const { tab, digest } = known
    const scroll = () => makeTall(tab.window).then(() => ({ before: digest }))
    const { visit: now } = await this.#while(() => this.#act(tab, { kind: 'press' }, scroll))
    if (now === undefined || this.#shown.get(now)?.digest !== digest) return now
    known.step = tab.step
    return undefined
  }

  async inspect(visit: PageVisit): Promise<AccessibilityFinding[] | undefined> {
    const known = this.#shown.get(visit)
    if (known === undefined || !this.#isThere(known)) return undefined
    return this.#while(() => accessibilityOf(known.tab.window.session))
  }

  async #while<T>(work: () => Promise<T>): Promise<T> {
    this.#holdOn()
    try {
      return await this.#work.during(work)
    } catch (error) {
      throw error instanceof Stuck ? new Blocked(`the browser does not respond: ${error.message}`) : error
    }
  }

  async #submit(planned: Submission, from: PageVisit, change?: Change): Promise<NavigationResult> {
    const by = pressOf(planned)
    const known = this.#shown.get(from)
    if (by === undefined || known === undefined) return this.#overHttp(planned, from, change)
    if (this.#isThere(known)) return this.#press(from, { by, change })
    // The tab shows another page by now, so the submission is repeated as if from a stored copy. What a script sends is only known after a
    // press.
    const again = known.sent.get(nameOf(by)) ?? (isInert(from.response) ? planned : undefined)
    return again ? this.#overHttp(again, from, change) : this.#pressAgain(from, { by, change })
  }

  #isThere({ tab, step }: Shown): boolean {
    return this.#tabs.includes(tab) && tab.step === step && !tab.isBusy && !tab.window.page.isClosed()
  }

  get isBusy(): boolean {
    return this.#work.isBusy
  }

  async sleep(): Promise<void> {
    if (!this.#tabs.some(hasStorage)) await this.#giveBack()
  }

  async #lend(): Promise<Lease> {
    const { chromium, sender } = this.#options
    await chromium.seats.take(sender, this)
    // A check that had to wait for a seat learns here whether earlier checks succeeded.
    chromium.responses.goOn('opening')
    return chromium.lend()
  }

  /** Returns the context to the pool: its pages are closed, and unfinished work would act on those of the next user. */
  #giveBack(end?: () => void): Promise<void> {
    this.#tabs.length = 0
    return this.#borrowed.giveBack(this.#work.ended(), end)
  }

  /** Lets the check close the browser, which opens again when it is used later; blocks a check that has ended. */
  #holdOn(): void {
    const { chromium, sender } = this.#options
    if (this.#isHeld) return
    const close = async () => {
      this.#isHeld = false
      await this.#giveBack(() => chromium.seats.leave(sender, this))
    }
    sender.hold({ look: () => lookAtLast(this.#tabs), close })
    this.#isHeld = true
  }

  async #newTab(): Promise<Tab> {
    const { scope, sender } = this.#options
    const window = await (await this.#borrowed.lease()).window()
    const tab = openTab(window, { scope, send: request => sender.send(request) })
    this.#tabs.push(tab)
    await closeIdle(this.#tabs)
    return tab
  }

  #openIn(tab: Tab, url: string): Promise<NavigationResult> {
    return this.#act(tab, { kind: 'opening' }, async journey => {
      await navigate(tab, journey, url)
      return {}
    })
  }

  async #act(
    tab: Tab,
    { kind, change }: { kind: Action; change?: Change },
    action: (journey: Journey) => Promise<Performed>,
  ): Promise<NavigationResult> {
    const { responses } = this.#options.chromium
    responses.goOn(kind)
    tab.isBusy = true
    const journey = begin(tab, change)
    try {
      const { before, ...performed } = await action(journey)
      const result = await this.#resultOf(tab, journey, before)
      responses.note(kind, true)
      return { ...result, ...performed }
    } catch (error) {
      if (error instanceof Busy || tab.window.hasCrashed || journey.isEndless) responses.note(kind, false)
      if (journey.error !== undefined) throw journey.error
      if (!(error instanceof Stuck)) throw error
      await killWindow(tab.window)
      return blocked(unusable(tab.traffic.document?.url, error))
    } finally {
      tab.isBusy = false
    }
  }

  async #resultOf(tab: Tab, journey: Journey, before: string | undefined): Promise<NavigationResult> {
    const rendering = await settle(tab, this.#options.sender.signal, before)
    if (journey.error !== undefined) throw journey.error
    const { responses, beyond, sent, asked } = journey
    const result = { responses, ...(sent ? { sent } : {}), ...(asked === undefined ? {} : { asked }) }
    if (beyond)
      return { ...result, redirectedTo: beyond.url, ...(beyond.status ? { redirectStatus: beyond.status } : {}) }
    const { document } = tab.traffic
    if (rendering === undefined || document === undefined) return blocked('the browser has no page to show')
    const { digest, ...shown } = rendering
    const visit: PageVisit = {
      ...shown,
      url: shown.url.startsWith('http') ? shown.url : document.url,
      response: document,
    }
    noteWithheld(visit.$, tab.traffic)
    this.#shown.set(visit, { tab, step: tab.step, digest, sent: new Map() })
    return { ...result, visit }
  }

  async #press(from: PageVisit, { by, change, isDouble }: Pressing): Promise<NavigationResult> {
    const known = this.#shown.get(from)
    if (known === undefined) return blocked('the browser has no page to press on')
    const { tab, digest, sent } = known
    try {
      const { run } = this.#options.scope
      const isWorking = (since: number) => isAtWork(tab.traffic, since)
      const how = { press: by, clicks: isDouble ? 2 : 1, isInert: isInert(from.response), isWorking }
      const press = () => perform(tab.window.session, from.$, { ...how, digest, run })
      const result = await this.#act(tab, { kind: 'press', change }, press)
      if (result.sent) sent.set(nameOf(by), result.sent)
      return result
    } catch (error) {
      if (!(error instanceof ForgedElsewhere)) throw error
      return this.#fromElsewhere(error.submission)
    }
  }

  /** Reopens the page of a press in another tab, and presses there. If nobody has used the page yet, it must show the same controls. */
  async #pressAgain(from: PageVisit, { by, change }: Pressing): Promise<NavigationResult> {
    const result = await this.open(from.url)
    const { visit } = result
    const press = visit && samePress(by, from.$, visit.$)
    if (press) return this.#press(visit, { by: press, change })
    const isUsed = (this.#shown.get(from)?.sent.size ?? 0) > 0
    return isUsed ? { ...result, isGone: true } : blocked(lacking)
  }

  /** Sends a form from a page of another site, in a new tab: the browser decides which cookies to send. */
  async #fromElsewhere(submission: Submission): Promise<NavigationResult> {
    const tab = await this.#newTab()
    const page = pageElsewhere(submission)
    tab.traffic.elsewhere = page
    return this.#openIn(tab, page.url)
  }

  /** Sends the request of a stored copy of a page over HTTP, since the browser no longer shows the page. */
  async #overHttp(planned: Submission, from: PageVisit, change: Change): Promise<NavigationResult> {
    const submission = change ? change(planned) : planned
    if (submission.forged) return this.#fromElsewhere(submission)
    const { result, cookies } = await resend(this.#options, {
      submission,
      from,
      cookies: await this.#borrowed.cookies(),
    })
    await this.#borrowed.keep(cookies)
    return result
  }
}

const lacking = 'the page was no longer shown, and its address opens a page that lacks a control of it'
