import { blocked, notApplicable } from '../../outcome.ts'
import { textOf } from '../document/dom.ts'
import { stepsOf } from '../document/steps.ts'
import type { SubmissionChange } from '../document/submission.ts'
import type { ActionResult, Customer, Page, PageRun, PageSender } from '../driver.ts'
import { type ClickThrough, clickThrough } from '../visit/click-through.ts'
import { type Browse, type Browser, withoutScript } from '../visit/form-browser.ts'
import {
  describeControls,
  frameObstacle,
  hasFrames,
  isScripted,
  needsScript,
  obstacleOf,
  scriptObstacle,
  sizeObstacle,
} from '../visit/obstacles.ts'
import { describePage, type PageVisit } from '../visit/page-visit.ts'
import {
  cancelControls,
  failControls,
  type PaymentPage,
  payControls,
  paymentPageOf,
  unknownControls,
} from './controls.ts'
import { isLogin, logInToPay } from './login.ts'
import { cancelConfirmation, type Goal, nextPaymentClick, type PaymentClick } from './navigation.ts'
import { obstacleAfter } from './obstacles.ts'
import { countOptions } from './options.ts'

/** Clicks for one action; payments need fewer. */
const mostClicks = 6

type Browsing = {
  run: PageRun
  browser: Browser
  addresses: Pick<PaymentPage, 'isBeyond' | 'cancelled'> & { completed?: string | undefined }
}

/** Creates a customer; `browse` opens another browser than one without script. */
export const createCustomer = (run: PageRun, sender: PageSender, browse: Browse = withoutScript(sender)): Customer => {
  const origins = new Set([run.target.apiUrl, ...(run.pages.checkout.origins ?? [])].map(url => new URL(url).origin))
  const counterpart = run.counterpart?.baseUrl
  const isBeyond = (url: URL) =>
    !origins.has(url.origin) || (counterpart !== undefined && isBelow(url.href, counterpart))
  const browser = browse({ isBeyond, isOwn: url => !isBeyond(url), run: run.pages })
  const visit: Customer['visit'] = async (url, { cancelled, completed } = {}) => {
    origins.add(new URL(url).origin)
    const { visit: pageVisit, ...result } = await logInToPay(run, browser, await browser.open(url))
    const browsing: Browsing = { run, browser, addresses: { isBeyond, cancelled, completed } }
    const obstacle = obstacleAfter({ ...result, clickedOn: [] }, { goal: 'pay', ...browsing.addresses })
    return {
      ...result,
      ...(pageVisit ? { page: pageOf(browsing, pageVisit) } : {}),
      ...(obstacle === undefined ? {} : { obstacle }),
      steps: [],
    }
  }
  const open: Customer['open'] = async (url, urls) => {
    const { page, redirectedTo, responses, obstacle } = await visit(url, urls)
    return (
      page ??
      blocked(
        obstacle ??
          `the page redirected immediately (${responses.at(-1)?.status}) to ${(redirectedTo ?? '').slice(0, 200)}`,
      )
    )
  }
  return { open, visit }
}

const isBelow = (href: string, base: string) =>
  href === base || ['/', '?', '#'].some(mark => href.startsWith(base + mark))

const pageOf = (browsing: Browsing, visit: PageVisit): Page => {
  const page = paymentPageOf(visit, browsing.addresses)
  const can = (goal: Goal) => nextPaymentClick(page, pendingGoal(browsing.run, goal, [])) !== undefined
  const framed = hasFrames(visit) && payControls(page).length === 0 ? frameObstacle(visit, 'checkout') : undefined
  return {
    url: visit.url,
    name: describePage(visit),
    response: visit.response,
    $: visit.$,
    text: textOf(visit.$),
    login: loginOn(visit),
    obstacle: obstacleOn(visit) ?? framed,
    scripted: isScripted(visit) ? scriptObstacle(visit, 'checkout') : framed,
    accessibility: async () => browsing.browser.inspect?.(visit),
    pay: change => reach(browsing, visit, { goal: 'pay', change }),
    payTwice: browsing.browser.doubleClick && (() => reach(browsing, visit, { goal: 'pay', isDouble: true })),
    payOtherwise:
      browsing.run.pages.checkout.pay === undefined
        ? () => reach(browsing, visit, { goal: 'pay', isOther: true })
        : undefined,
    fail: () => reach(browsing, visit, { goal: 'fail' }),
    cancel: () => reach(browsing, visit, { goal: 'cancel' }),
    onward: () => goOn(browsing, visit),
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

const loginOn = (visit: PageVisit): string | undefined =>
  isLogin(visit)
    ? obstacleOf(
        `a login comes before the hosted page: ${describeControls(visit)}`,
        'name its steps in pages.checkout.login of the config, such as ["text:E-mail address=a@b.example", "text:Password=env:PASSWORD", "button:Sign in"]',
      )
    : undefined

const obstacleOn = (visit: PageVisit): string | undefined =>
  sizeObstacle(visit) ?? loginOn(visit) ?? (needsScript(visit) ? scriptObstacle(visit, 'checkout') : undefined)

/** Returns what is left of a goal after some clicks: once a failing option is chosen, the rest is to pay. */
const pendingGoal = (run: PageRun, goal: Goal, clicks: readonly PaymentClick[]) => ({
  ...(clicks.some(({ failing }) => failing) ? { goal: 'pay' as const, isFailing: true } : { goal }),
  hint: stepsOf(run.pages.checkout[goal], run.pages.secrets).slice(
    clicks.reduce((count, { usedSteps }) => count + usedSteps, 0),
  ),
})

/** What to reach, and how: with changed submissions, with double clicks, or by another option than usually. */
type Reaching = { goal: Goal; change?: SubmissionChange | undefined; isDouble?: true; isOther?: true }

/**
 * Clicks until the goal is reached, and checks that a click could be made, and for `fail` that an option that fails was
 * chosen.
 */
const reach = async (
  { run, browser, addresses }: Browsing,
  start: PageVisit,
  { goal, change, isDouble, isOther }: Reaching,
): Promise<ActionResult> => {
  const result = await clickThrough<PaymentClick>(start, {
    browser,
    mostClicks,
    change,
    isDouble,
    next: (visit, clicks) => {
      const page = paymentPageOf(visit, addresses)
      const pending = { ...pendingGoal(run, goal, clicks), isChanged: change !== undefined, isOther: isOther === true }
      return goal === 'cancel' && clicks.length > 0
        ? cancelConfirmation(page, pending)
        : nextPaymentClick(page, pending)
    },
  })
  if (result.clicks.length === 0) endWithoutControl(goal, run, start)
  if (goal === 'fail' && !result.clicks.some(({ failing }) => failing)) endWithoutFailingOption()
  return resultOf({ run, browser, addresses }, result, goal)
}

/** Makes the first click of a payment, and returns the page that it leads to; `undefined` if it leads to none that asks for more. */
const goOn = async (browsing: Browsing, start: PageVisit): Promise<Page | undefined> => {
  const { run, browser, addresses } = browsing
  const next = (visit: PageVisit) => nextPaymentClick(paymentPageOf(visit, addresses), pendingGoal(run, 'pay', []))
  const { visit, clicks } = await clickThrough(start, { browser, mostClicks: 1, change: undefined, next })
  if (clicks.length === 0) endWithoutControl('pay', run, start)
  return visit === undefined || visit.response.status !== 200 ? undefined : pageOf(browsing, visit)
}

const resultOf = (browsing: Browsing, result: ClickThrough<PaymentClick>, goal: Goal): ActionResult => {
  const { visit, clicks: _clicks, clickedOn: _pages, ...landing } = result
  const unused = pendingGoal(browsing.run, goal, result.clicks).hint
  const obstacle = obstacleAfter(result, { goal, unused, ...browsing.addresses })
  return {
    ...landing,
    ...(visit ? { page: pageOf(browsing, visit) } : {}),
    ...(obstacle === undefined ? {} : { obstacle }),
  }
}

const endWithoutFailingOption = (): never =>
  notApplicable(
    'The hosted page offers no payment option that is known to fail (pages.checkout.fail in the config names one).',
  )

/** Says that no control can be expected; `undefined` if the page has loaded. */
const statusObstacle = (goal: Goal, visit: PageVisit): string | undefined =>
  visit.response.status === 200
    ? undefined
    : obstacleOf(
        `the hosted page cannot be used to ${goal}: ${describePage(visit)} answers ${visit.response.status}`,
        'find out at the target why the session does not open: it may be over, or dropped for others that were opened since',
      )

const endWithoutControl = (goal: Goal, run: PageRun, start: PageVisit): never => {
  const steps = run.pages.checkout[goal]
  if (goal === 'fail' && steps === undefined) endWithoutFailingOption()
  const cause = steps === undefined ? 'no control for it is known' : `it has no control for pages.checkout.${goal}`
  return blocked(
    obstacleOn(start) ??
      (isScripted(start) ? scriptObstacle(start, 'checkout') : undefined) ??
      (hasFrames(start) ? frameObstacle(start, 'checkout') : undefined) ??
      statusObstacle(goal, start) ??
      obstacleOf(
        `the hosted page cannot be used to ${goal}: ${cause}, and ${describeControls(start)}`,
        `name it in pages.checkout.${goal} of the config, such as "button:Pay now"`,
      ),
  )
}
