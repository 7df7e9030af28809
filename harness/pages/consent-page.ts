import type { HttpResponse } from '../http/response.ts'
import type { Target } from '../http/target.ts'
import { blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { type Browser, createBrowser } from './browser.ts'
import type { SubmissionChange } from './click-through.ts'
import { decideOn } from './consent-decision.ts'
import { countUnknown, type Decision, separatePermissions } from './consent-navigation.ts'
import { namesPermission } from './consent-proof.ts'
import { type ConsentWalk, consentControls, walkToConsent } from './consent-walk.ts'
import { type CheerioAPI, textOf } from './dom.ts'
import { isScripted, scriptObstacle } from './obstacles.ts'
import { pageOrigins } from './page-origins.ts'
import { describePage, type PageVisit } from './page-visit.ts'
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
  /** Its title and address, for messages. */
  readonly name: string
  readonly response: HttpResponse
  /** The document as a browser parses it. */
  readonly $: CheerioAPI
  /** Visible text, white space collapsed, with that of the overviews before it. */
  readonly text: string
  /** Says that scripts may show or do what the page lacks; `undefined` if it has none. */
  readonly scripted: string | undefined
  /** The pages before it that already name permissions and ask for nothing. */
  readonly overviews: readonly PageVisit[]
  /** Grants and denies, page after page, and sends the decision. Blocks the check if no control for it is found. */
  decide(decision: Decision, change?: SubmissionChange): Promise<ConsentResult>
  /** Returns those of the permissions that can be granted and denied separately on this page. */
  separate(permissions: readonly string[]): string[]
  /** Counts the controls whose purpose is unknown, given these permissions. */
  unread(permissions: readonly string[]): number
}

/** Where the way to the consent page led. */
export type ConsentLanding = ConsentResult & Pick<ConsentWalk, 'isConsent' | 'obstacle' | 'visits' | 'passed'>

/** A user with a browser: all pages that it opens share one set of cookies. */
export type User = {
  /**
   * Opens an address and goes on to the consent page, through a login if there is one. `permissions`: those that are
   * requested there.
   */
  visit(url: string, permissions: readonly string[]): Promise<ConsentLanding>
  /** Like `visit`; returns the consent page, or the page of an error. Blocks the check if neither can be reached. */
  open(url: string, permissions: readonly string[]): Promise<ConsentPage>
}

type Browsing = { run: RunContext; browser: Browser; isCallback: (address: string) => boolean }

/**
 * Creates a user. `target.send` sends single requests and follows no redirect. `unfetched`: addresses whose origins are
 * never fetched, by default that of the callback.
 */
export const createUser = (
  run: RunContext,
  target: Pick<Target, 'send'> & { signal?: AbortSignal },
  unfetched: readonly string[] = [run.callbackUrl],
): User => {
  const { isBeyond, whileOpening, isCallback } = pageOrigins(run, unfetched)
  const browser = createBrowser({ send: target.send, signal: target.signal, isBeyond })
  const browsing: Browsing = { run, isCallback, browser }
  const visit: User['visit'] = async (url, permissions) => {
    const start = await whileOpening(() => browser.open(url))
    const walk = await walkToConsent({ ...browsing, permissions }, start)
    return landingOf(browsing, walk, permissions)
  }
  const open: User['open'] = async (url, permissions) => {
    const { page, redirectedTo, responses, obstacle } = await visit(url, permissions)
    if (obstacle !== undefined) blocked(obstacle)
    return (
      page ??
      blocked(
        `the way to the consent page redirects (${responses.at(-1)?.status}) to ${(redirectedTo ?? '').slice(0, 200)} without a decision (CONSENT-04)`,
      )
    )
  }
  return { visit, open }
}

const landingOf = (browsing: Browsing, walk: ConsentWalk, permissions: readonly string[]): ConsentLanding => {
  const last = walk.redirectedTo === undefined ? walk.visits.at(-1) : undefined
  const overviews = walk.visits.slice(0, -1).filter(visit => namesPermission(visit, permissions))
  return { ...walk, steps: [], decided: [], ...(last ? { page: pageOf(browsing, last, overviews) } : {}) }
}

const pageOf = (browsing: Browsing, visit: PageVisit, overviews: readonly PageVisit[] = []): ConsentPage => {
  const { run } = browsing
  return {
    url: visit.url,
    name: describePage(visit),
    response: visit.response,
    $: visit.$,
    text: [...overviews, visit].map(({ $ }) => textOf($, $)).join(' '),
    scripted: isScripted(visit) ? scriptObstacle(visit, 'consent') : undefined,
    overviews,
    decide: async (decision, change) => {
      if (!run.changesState)
        blocked('it would leave a decision on a target in production; --yes-change-state allows that')
      const { visit: last, ...result } = await decideOn(browsing, visit, { decision, change })
      return { ...result, ...(last ? { page: pageOf(browsing, last) } : {}) }
    },
    separate: permissions => separatePermissions(consentControls(run, visit, permissions), permissions),
    unread: permissions => countUnknown(consentControls(run, visit, permissions)),
  }
}
