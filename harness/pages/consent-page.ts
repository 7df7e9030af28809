import type { HttpResponse } from '../http/response.ts'
import type { Target } from '../http/target.ts'
import { blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { type Browser, createBrowser } from './browser.ts'
import { clickThrough, type SubmissionChange } from './click-through.ts'
import { type ConsentControls, consentControlsOf } from './consent-controls.ts'
import {
  type ConsentClick,
  countUnknown,
  type Decision,
  hintedClick,
  nextConsentClick,
  separatePermissions,
} from './consent-navigation.ts'
import { type CheerioAPI, textOf } from './dom.ts'
import { type HintStep, hintSteps } from './hints.ts'
import type { PageVisit } from './page-visit.ts'
import { needsScript } from './payment-controls.ts'
import type { Submission } from './submission.ts'

export type { Decision } from './consent-navigation.ts'

/** Where an action on a consent page led. */
export type ConsentResult = {
  /** The address beyond the target's pages: the callback. Never fetched. */
  redirectedTo?: string
  /** Status of that redirect. */
  redirectStatus?: number
  /** The last page, unless the action led beyond the target's pages. */
  page?: ConsentPage
  /** Every response on the way. */
  responses: HttpResponse[]
  /** What was sent: one submission a click. */
  steps: Submission[]
  /** The permissions that were decided by controls of their own. */
  decided: readonly string[]
}

/** A consent page, whose controls are found by what they are for. */
export type ConsentPage = {
  readonly url: string
  readonly response: HttpResponse
  /** The document as a browser parses it. */
  readonly $: CheerioAPI
  /** Visible text, white space collapsed. */
  readonly text: string
  /** Whether the page has no controls unless its scripts run. */
  readonly needsScript: boolean
  /** Grants and denies, page after page, and sends the decision. Blocks the check if no control for it is found. */
  decide(decision: Decision, change?: SubmissionChange): Promise<ConsentResult>
  /** Returns those of the permissions that can be granted and denied separately on this page. */
  separate(permissions: readonly string[]): string[]
  /** Counts the controls whose purpose is unknown, given these permissions. */
  unread(permissions: readonly string[]): number
}

/** A user with a browser: all pages that it opens share one set of cookies. */
export type User = {
  /** Opens an address that may redirect beyond the target's pages. */
  visit(url: string): Promise<ConsentResult>
  /**
   * Opens a consent page and takes the login steps of the config. Blocks the check if the address redirects beyond the
   * target's pages.
   */
  open(url: string): Promise<ConsentPage>
}

/** Clicks for one decision: a page for each permission, and some to log in, to review and to confirm. */
const mostClicks = 16

type Browsing = { run: RunContext; browser: Browser }

/**
 * Creates a user. `target.send` sends single requests and follows no redirect. `unfetched`: addresses whose origins are
 * never fetched, by default that of the callback.
 */
export const createUser = (
  run: RunContext,
  target: Pick<Target, 'send'> & { signal?: AbortSignal },
  unfetched: readonly string[] = [run.callbackUrl],
): User => {
  const { isBeyond, whileOpening } = targetOrigins(run.target.apiUrl, unfetched)
  const browsing: Browsing = { run, browser: createBrowser({ send: target.send, signal: target.signal, isBeyond }) }
  const visit: User['visit'] = async url => {
    const { visit: pageVisit, ...result } = await whileOpening(() => browsing.browser.open(url))
    return { ...result, ...(pageVisit ? { page: pageOf(browsing, pageVisit) } : {}), steps: [], decided: [] }
  }
  const open: User['open'] = async url => {
    const { page, redirectedTo, responses } = await visit(url)
    if (page === undefined)
      return blocked(
        `the consent page redirected immediately (${responses.at(-1)?.status}) to ${(redirectedTo ?? '').slice(0, 200)}`,
      )
    return logIn(browsing, page)
  }
  return { visit, open }
}

/**
 * Keeps the origins of the target's pages. The consent pages may have another origin than the API: the first that a
 * request leads to.
 */
const targetOrigins = (apiUrl: string, unfetched: readonly string[]) => {
  const origins = new Set([new URL(apiUrl).origin])
  const never = new Set(unfetched.filter(url => URL.canParse(url)).map(url => new URL(url).origin))
  let isOpening = false
  const isBeyond = (url: URL): boolean => {
    if (never.has(url.origin) || !/^https?:$/.test(url.protocol)) return true
    if (isOpening && origins.size === 1) origins.add(url.origin)
    return !origins.has(url.origin)
  }
  const whileOpening = <T>(open: () => Promise<T>): Promise<T> => {
    isOpening = true
    return open().finally(() => {
      isOpening = false
    })
  }
  return { isBeyond, whileOpening }
}

const controlsFor = ({ pages }: RunContext, visit: PageVisit, permissions: readonly string[]): ConsentControls =>
  consentControlsOf(visit, permissions, effect => hintSteps(pages.consent[effect]))

const pageOf = (browsing: Browsing, visit: PageVisit): ConsentPage => {
  const { run } = browsing
  return {
    url: visit.url,
    response: visit.response,
    $: visit.$,
    text: textOf(visit.$, visit.$),
    needsScript: needsScript(visit),
    decide: async (decision, change) => {
      if (!run.changesState)
        blocked('it would leave a decision on a target in production; --yes-change-state allows that')
      return reachDecision(browsing, visit, { decision, change })
    },
    separate: permissions => separatePermissions(controlsFor(run, visit, permissions), permissions),
    unread: permissions => countUnknown(controlsFor(run, visit, permissions)),
  }
}

/** Takes the steps of pages.consent.login, as far as the pages have their controls. */
const logIn = async (browsing: Browsing, first: ConsentPage): Promise<ConsentPage> => {
  let page = first
  let steps: readonly HintStep[] = hintSteps(browsing.run.pages.consent.login)
  while (steps.length > 0) {
    const click = hintedClick(page, steps)
    if (click === undefined) return page
    steps = steps.slice(click.usedSteps)
    const { visit, redirectedTo } = await browsing.browser.submit(click.submission, page)
    page = visit
      ? pageOf(browsing, visit)
      : blocked(`the login led beyond the target's pages, to ${(redirectedTo ?? '').slice(0, 200)}`)
  }
  return page
}

/** Clicks until the decision is sent, and checks that a click could be made. */
const reachDecision = async (
  browsing: Browsing,
  start: PageVisit,
  { decision, change }: { decision: Decision; change: SubmissionChange | undefined },
): Promise<ConsentResult> => {
  const { run, browser } = browsing
  const permissions = [...decision.granted, ...decision.denied]
  const all = [...permissions, ...(decision.untouched ?? [])]
  const submit = hintSteps(run.pages.consent.submit)
  const { visit, clicks, ...result } = await clickThrough<ConsentClick>(start, {
    browser,
    mostClicks,
    change,
    next: (pageVisit, clicksSoFar) => {
      const decided = clicksSoFar.flatMap(({ decides }) => decides)
      const open = permissions.filter(permission => !decided.includes(permission))
      return nextConsentClick(controlsFor(run, pageVisit, all), { decision, open, submit })
    },
  })
  if (clicks.length === 0) endWithoutControl(controlsFor(run, start, all), all)
  const decided = clicks.flatMap(({ decides }) => decides)
  return { ...result, decided, ...(visit ? { page: pageOf(browsing, visit) } : {}) }
}

const endWithoutControl = (controls: ConsentControls, permissions: readonly string[]): never => {
  const separate = separatePermissions(controls, permissions)
  const missing = permissions.filter(permission => !separate.includes(permission)).join(', ') || 'the decision'
  return blocked(
    `the consent page has no control that is known to decide about ${missing}; name them in pages.consent of the config, such as "grant": "radio:Allow {permission}", "submit": "button:Continue"`,
  )
}
