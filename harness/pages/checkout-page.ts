import type { HttpResponse } from '../http/response.ts'
import type { Target } from '../http/target.ts'
import { blocked, notApplicable } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { type Browser, createBrowser } from './browser.ts'
import { type ClickThrough, clickThrough, type SubmissionChange } from './click-through.ts'
import { type CheerioAPI, textOf } from './dom.ts'
import { hintSteps } from './hints.ts'
import type { PageVisit } from './page-visit.ts'
import {
  cancelControls,
  failControls,
  needsScript,
  type PaymentPage,
  payControls,
  paymentPageOf,
  unknownControls,
} from './payment-controls.ts'
import { cancelConfirmation, type Goal, nextPaymentClick, type PaymentClick } from './payment-navigation.ts'
import { countOptions } from './payment-options.ts'
import type { Submission } from './submission.ts'

/** Where an action on a page led. */
export type ActionResult = {
  /** The address beyond the target's pages to which the action led: urls.completed, urls.cancelled. Never fetched. */
  redirectedTo?: string
  /** Status of that redirect, 200 if the page itself refreshes to it; absent if a link of the page leads there. */
  redirectStatus?: number
  /** The last page, unless the action led beyond the target's pages. */
  page?: Page
  /** Every response on the way. */
  responses: HttpResponse[]
  /** What was sent: one submission a click. */
  steps: Submission[]
}

/** A hosted page of the target, whose controls are found by what they are for. Heading: Hosted payment page. */
export type Page = {
  readonly url: string
  readonly response: HttpResponse
  /** The document as a browser parses it. */
  readonly $: CheerioAPI
  /** Visible text, white space collapsed. */
  readonly text: string
  /** Chooses a payment option that succeeds, and pays. Blocks the check if no control for it is found. */
  pay(change?: SubmissionChange): Promise<ActionResult>
  /** Chooses a payment option that fails, and pays. Not applicable if the page offers none. */
  fail(): Promise<ActionResult>
  /** Cancels. Blocks the check if no control for it is found. */
  cancel(): Promise<ActionResult>
  /**
   * What the page offers; `options`: number of ways to pay, `unread`: number of buttons and links of unknown purpose.
   */
  readonly controls: { pay: boolean; cancel: boolean; fail: boolean; options: number; unread: number }
  /** Whether the page has no controls unless its scripts run. */
  readonly needsScript: boolean
}

/** A customer with a browser of its own. */
export type Customer = {
  /**
   * Opens an address of the target; `urls.cancelled`: where the merchant wants the customer after a cancel. Blocks the
   * check if the address redirects beyond the target's pages.
   */
  open(url: string, urls?: { cancelled?: string }): Promise<Page>
  /** Opens an address that may redirect beyond the target's pages. */
  visit(url: string, urls?: { cancelled?: string }): Promise<ActionResult>
}

/** Clicks for one action; payments need fewer. */
const mostClicks = 6

type Browsing = { run: RunContext; browser: Browser; addresses: Pick<PaymentPage, 'isBeyond' | 'cancelled'> }

/** Creates a customer. `target.send` sends single requests and follows no redirect. */
export const createCustomer = (run: RunContext, target: Pick<Target, 'send'> & { signal?: AbortSignal }): Customer => {
  const origins = new Set([new URL(run.target.apiUrl).origin])
  const counterpart = run.counterpart?.baseUrl
  const isBeyond = (url: URL) =>
    !origins.has(url.origin) || (counterpart !== undefined && isBelow(url.href, counterpart))
  const browser = createBrowser({ send: target.send, signal: target.signal, isBeyond })
  const visit: Customer['visit'] = async (url, { cancelled } = {}) => {
    origins.add(new URL(url).origin)
    const { visit: pageVisit, ...result } = await browser.open(url)
    return {
      ...result,
      ...(pageVisit ? { page: pageOf({ run, browser, addresses: { isBeyond, cancelled } }, pageVisit) } : {}),
      steps: [],
    }
  }
  const open: Customer['open'] = async (url, urls) => {
    const { page, redirectedTo, responses } = await visit(url, urls)
    return (
      page ??
      blocked(`the page redirected immediately (${responses.at(-1)?.status}) to ${(redirectedTo ?? '').slice(0, 200)}`)
    )
  }
  return { open, visit }
}

const isBelow = (href: string, base: string) =>
  href === base || ['/', '?', '#'].some(mark => href.startsWith(base + mark))

const pageOf = (browsing: Browsing, visit: PageVisit): Page => {
  const page = paymentPageOf(visit, browsing.addresses)
  const can = (goal: Goal) => nextPaymentClick(page, pendingGoal(browsing.run, goal, [])) !== undefined
  return {
    url: visit.url,
    response: visit.response,
    $: visit.$,
    text: textOf(visit.$, visit.$),
    needsScript: needsScript(visit),
    pay: change => reach(browsing, visit, { goal: 'pay', change }),
    fail: () => reach(browsing, visit, { goal: 'fail' }),
    cancel: () => reach(browsing, visit, { goal: 'cancel' }),
    get controls() {
      return {
        pay: payControls(page).length > 0 || can('pay'),
        cancel: cancelControls(page).length > 0 || can('cancel'),
        fail: failControls(page).length > 0,
        options: countOptions(page),
        unread: unknownControls(page).length,
      }
    },
  }
}

/** Returns what is left of a goal after some clicks: once a failing option is chosen, the rest is to pay. */
const pendingGoal = (run: RunContext, goal: Goal, clicks: readonly PaymentClick[]) => ({
  goal: clicks.some(({ failing }) => failing) ? ('pay' as const) : goal,
  hint: hintSteps(run.pages.checkout[goal]).slice(clicks.reduce((count, { usedSteps }) => count + usedSteps, 0)),
})

/**
 * Clicks until the goal is reached, and checks that a click could be made, and for `fail` that an option that fails was
 * chosen.
 */
const reach = async (
  { run, browser, addresses }: Browsing,
  start: PageVisit,
  { goal, change }: { goal: Goal; change?: SubmissionChange | undefined },
): Promise<ActionResult> => {
  const result = await clickThrough<PaymentClick>(start, {
    browser,
    mostClicks,
    change,
    next: (visit, clicks) => {
      const page = paymentPageOf(visit, addresses)
      const pending = pendingGoal(run, goal, clicks)
      return goal === 'cancel' && clicks.length > 0
        ? cancelConfirmation(page, pending)
        : nextPaymentClick(page, pending)
    },
  })
  if (result.clicks.length === 0) endWithoutControl(goal, run)
  if (goal === 'fail' && !result.clicks.some(({ failing }) => failing)) endWithoutFailingOption()
  return resultOf({ run, browser, addresses }, result)
}

const resultOf = (
  browsing: Browsing,
  { visit, clicks: _clicks, ...result }: ClickThrough<PaymentClick>,
): ActionResult => ({
  ...result,
  ...(visit ? { page: pageOf(browsing, visit) } : {}),
})

const endWithoutFailingOption = (): never =>
  notApplicable(
    'The hosted page offers no payment option that is known to fail (pages.checkout.fail in the config names one).',
  )

const endWithoutControl = (goal: Goal, run: RunContext): never => {
  const hint = run.pages.checkout[goal]
  if (goal === 'fail' && hint === undefined) endWithoutFailingOption()
  const found =
    hint === undefined ? 'no control is found' : `it has no ${[hint].flat().join(', ')}, and no other control is found`
  return blocked(
    `the hosted page cannot be used to ${goal}: ${found}; name it in pages.checkout.${goal} of the config, such as "button:Pay now"`,
  )
}
