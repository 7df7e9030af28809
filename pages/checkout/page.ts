import { isWeb, WebOrigins } from '../../harness/http/web-address.ts'
import { blocked } from '../../harness/outcome.ts'
import type { ActionResult, Customer, Page, PageRun, PageSender } from '../../harness/pages.ts'
import type { SubmissionChange } from '../../harness/submission.ts'
import type { Control } from '../document/controls.ts'
import { textOf } from '../document/dom.ts'
import { stepsOf } from '../document/steps.ts'
import { lookAt } from '../reading/read-page.ts'
import { type Browse, type Browser, withoutScript } from '../visit/form-browser.ts'
import { lateDrawingOf } from '../visit/late-drawing.ts'
import { frameObstacle, hasFrames, isScripted, scriptObstacle } from '../visit/obstacles.ts'
import { describePage, type PageVisit } from '../visit/page-visit.ts'
import { canBePressed } from '../walker/give-up.ts'
import { stepsLeft } from '../walker/next-click.ts'
import { type Walk, walk } from '../walker/walk.ts'
import {
  cancelControls,
  failControls,
  type PaymentPage,
  payControls,
  paymentPageOf,
  unknownControls,
} from './controls.ts'
import { guessObstacle, guessOfAnswer } from './guesses.ts'
import { logInToPay } from './login.ts'
import { cancelConfirmation, type Goal, nextPaymentClick, type PaymentClick } from './navigation.ts'
import { obstacleAfter, unreadObstacle } from './obstacles.ts'
import { countOptions } from './options.ts'
import { unseenOn } from './unseen.ts'
import { endWithoutControl, endWithoutFailingOption, loginOn, obstacleOn } from './unusable.ts'

/** Maximum number of clicks per action; payments need fewer. */
const mostClicks = 6

type Browsing = {
  run: PageRun
  browser: Browser
  addresses: Pick<PaymentPage, 'isBeyond' | 'cancelled'> & { completed?: string | undefined }
}

/** Creates a customer; `browse` opens its browser, by default one without script. */
export const createCustomer = (run: PageRun, sender: PageSender, browse: Browse = withoutScript(sender)): Customer => {
  const origins = new WebOrigins([run.target.apiUrl, ...(run.pages.checkout.origins ?? [])])
  const counterpart = run.counterpart?.baseUrl
  const isBeyond = (url: URL) => !origins.has(url) || (counterpart !== undefined && isBelow(url.href, counterpart))
  const browser = browse({ isBeyond, isOwn: url => !isBeyond(url), run: run.pages })
  const visit: Customer['visit'] = async (url, { cancelled, completed } = {}) => {
    const address = new URL(url)
    if (!isWeb(address)) blocked(`no browser opens the hosted page: ${url.slice(0, 200)} is not an address on the web`)
    origins.add(address)
    const first = await browser.open(url)
    const { visit: pageVisit, obstacle: stopped, ...result } = await logInToPay(run, browser, first)
    const browsing: Browsing = { run, browser, addresses: { isBeyond, cancelled, completed } }
    const obstacle = stopped ?? obstacleAfter({ ...result, clickedOn: [] }, { goal: 'pay', ...browsing.addresses })
    return {
      ...result,
      ...(pageVisit ? { page: pageOf(browsing, pageVisit, stopped) } : {}),
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

/** `login`: the obstacle that a login comes before the page. */
const pageOf = (browsing: Browsing, visit: PageVisit, login?: string): Page =>
  lookAt(visit.$, () => readableOf(browsing, visit, login ?? loginOn(visit)))

const readableOf = (browsing: Browsing, visit: PageVisit, login: string | undefined): Page => {
  const page = paymentPageOf(visit, browsing.addresses)
  const canPress = (control: Control) => canBePressed(page, control)
  const clickFor = (goal: Goal) => {
    const next = nextPaymentClick(page, pendingGoal(browsing.run, goal, []))
    return typeof next === 'object' ? next : undefined
  }
  const can = (goal: Goal) => {
    const next = clickFor(goal)
    return next !== undefined && canPress(next.control)
  }
  const framed = hasFrames(visit) && payControls(page).length === 0 ? frameObstacle(visit, 'checkout') : undefined
  return {
    url: visit.url,
    name: describePage(visit),
    response: visit.response,
    $: visit.$,
    text: textOf(visit.$),
    login,
    obstacle: login ?? obstacleOn(visit) ?? framed,
    scripted: isScripted(visit) ? scriptObstacle(visit, 'checkout') : framed,
    get unseen() {
      return lookAt(visit.$, () => unseenOn(page, visit, clickFor('pay')))
    },
    accessibility: async () => browsing.browser.inspect?.(visit),
    awaits: lateDrawingOf(browsing, visit, later => pageOf(browsing, later)),
    pay: change => reach(browsing, visit, { goal: 'pay', change }),
    payTwice: browsing.browser.doubleClick && (() => reach(browsing, visit, { goal: 'pay', isDouble: true })),
    payOtherwise:
      browsing.run.pages.checkout.pay === undefined
        ? () => reach(browsing, visit, { goal: 'pay', isOther: true })
        : undefined,
    fail: () => reach(browsing, visit, { goal: 'fail' }),
    cancel: at => reach(browsing, visit, { goal: 'cancel', at }),
    onward: () => goOn(browsing, visit),
    get controls() {
      return lookAt(visit.$, () => ({
        pay: payControls(page).slice(0, 1).some(canPress) || can('pay'),
        cancel: cancelControls(page).slice(0, 1).some(canPress) || can('cancel'),
        cancels: browsing.run.pages.checkout.cancel === undefined ? cancelControls(page).filter(canPress).length : 1,
        fail: failControls(page).length > 0,
        options: countOptions(page),
        unread: unknownControls(page).length,
      }))
    },
  }
}

/** Returns what remains of a goal after some clicks: once a failing option is chosen, only the payment. */
const pendingGoal = (run: PageRun, goal: Goal, clicks: readonly PaymentClick[]) => ({
  ...(clicks.some(({ failing }) => failing) ? { goal: 'pay' as const, isFailing: true } : { goal }),
  hint: stepsLeft(stepsOf(run.pages.checkout[goal], run.pages.secrets), clicks),
})

/** A goal, and how to reach it: with changed submissions, with double clicks, with a different option, or with another control. */
type Reaching = {
  goal: Goal
  change?: SubmissionChange | undefined
  isDouble?: true
  isOther?: true | undefined
  at?: number | undefined
}

/**
 * Clicks until the goal is reached. Blocks the check if no click was possible; not applicable if no failing option was found for `fail`.
 */
const reach = async (
  { run, browser, addresses }: Browsing,
  start: PageVisit,
  { goal, change, isDouble, isOther, at = 0 }: Reaching,
): Promise<ActionResult> => {
  const result = await walk<PaymentClick>(start, {
    browser,
    action: { pages: 'checkout', name: goal },
    mostClicks,
    change,
    isDouble,
    next: (visit, clicks, clickedOn) => {
      const page = paymentPageOf(visit, addresses)
      const pending = {
        ...pendingGoal(run, goal, clicks),
        isChanged: change !== undefined,
        isOther: isOther === true,
        at,
      }
      const before = clickedOn.at(-1)
      const found =
        goal === 'cancel' && before !== undefined
          ? cancelConfirmation(page, pending, paymentPageOf(before, addresses))
          : nextPaymentClick(page, pending)
      // A control that stays disabled after a click just belongs to the final page.
      const isOver = clicks.length > 0 && typeof found === 'object' && !isScripted(visit)
      return isOver && !canBePressed(visit, found.control) ? undefined : found
    },
  })
  if (result.obstacle !== undefined) blocked(result.obstacle)
  if (result.clicks.length === 0) endWithoutControl(goal, run, result.visit ?? start)
  if (goal === 'fail' && !result.clicks.some(({ failing }) => failing)) endWithoutFailingOption()
  return resultOf({ run, browser, addresses }, result, { goal, change, isOther })
}

/** Makes the first click of a payment. Returns the page that asks for more; `undefined` if there is none. */
const goOn = async (browsing: Browsing, start: PageVisit): Promise<Page | undefined> => {
  const { run, browser, addresses } = browsing
  const next = (visit: PageVisit) => nextPaymentClick(paymentPageOf(visit, addresses), pendingGoal(run, 'pay', []))
  const action = { pages: 'checkout', name: 'pay' } as const
  const isEnd = (_: PageVisit, clicks: readonly PaymentClick[]) => clicks.length > 0
  const { visit, clicks, obstacle } = await walk(start, { browser, action, mostClicks: 1, isEnd, next })
  if (obstacle !== undefined) blocked(obstacle)
  if (clicks.length === 0) endWithoutControl('pay', run, start)
  return visit === undefined || visit.response.status !== 200 ? undefined : pageOf(browsing, visit)
}

const resultOf = (
  browsing: Browsing,
  result: Walk<PaymentClick>,
  { goal, change, isOther }: Reaching,
): ActionResult => {
  const { visit, clicks, asked, clickedOn, isRepeated: _end, ...landing } = result
  const unused = pendingGoal(browsing.run, goal, clicks).hint
  const guesses = clicks.map(click => click.guess).filter((each, at) => !(each?.leadsOn && at < clicks.length - 1))
  if (asked !== undefined) guesses.push(guessOfAnswer(asked))
  // A deliberately wrong submission should lead elsewhere, and another way to pay may fail.
  const guess = change === undefined && isOther !== true ? guesses.find(each => each !== undefined) : undefined
  const obstacle =
    obstacleAfter(result, { goal, unused, ...browsing.addresses }) ??
    (guess && guessObstacle(goal, guess, { ...landing, ends: browsing.addresses })) ??
    (change === undefined && landing.redirectedTo === undefined ? unreadObstacle(clickedOn) : undefined)
  return {
    ...landing,
    ...(visit ? { page: pageOf(browsing, visit) } : {}),
    ...(obstacle === undefined ? {} : { obstacle }),
  }
}
