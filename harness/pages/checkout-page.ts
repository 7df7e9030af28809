import type { HttpResponse } from '../http/response.ts'
import type { Target } from '../http/target.ts'
import { blocked, notApplicable } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { type Arrived, type Browser, createBrowser, type Forgery, type Visit } from './browser.ts'
import { type Step, stepsOf } from './controls.ts'
import { type CheerioAPI, textOf } from './dom.ts'
import {
  cancellers,
  confirmed,
  countOptions,
  failures,
  type Goal,
  guessed,
  hinted,
  needsScript,
  type Plan,
  payers,
  type Surface,
  surfaceOf,
  unread,
} from './payment-navigation.ts'

export type { CheerioAPI } from './dom.ts'

/** Where an action on a page led. */
export type Landing = {
  /** The address of the last redirect that left the target's own pages: urls.completed, urls.cancelled, a callback. Never fetched. */
  redirectedTo?: string
  /** Status of that redirect, 200 where the page itself sent the customer on; absent where a link of the page leads there. */
  redirectStatus?: number
  /** The page that was shown last, where there was no such redirect. */
  page?: Page
  /** Every answer on the way. */
  responses: HttpResponse[]
  /** What was sent: one for each click. */
  steps: Forgery[]
}

/** Changes what a click sends; `step` counts the clicks from 0. */
export type Change = (submission: Forgery, step: number) => Forgery

/** A page that a target shows, with its controls found by what they mean. */
export type Page = {
  readonly url: string
  readonly response: HttpResponse
  /** The document as a browser parses it. */
  readonly $: CheerioAPI
  /** Visible text, white space collapsed; no script, style or template. */
  readonly text: string
  /** Chooses a payment option that succeeds and pays. Blocked where no control for it is found. */
  pay(change?: Change): Promise<Landing>
  /** Chooses a payment option that fails and pays. Not applicable where the page offers none. */
  fail(): Promise<Landing>
  /** Cancels. Blocked where no control for it is found. */
  cancel(): Promise<Landing>
  /** What can be done: how many payment options there are, and how many buttons and links that nobody can read. */
  readonly controls: { pay: boolean; cancel: boolean; fail: boolean; options: number; unread: number }
  /** It shows nothing to use unless its scripts run. */
  readonly needsScript: boolean
}

/** A browser of its own: cookies, redirects within the target's pages, forms as a browser sends them. */
export type Customer = {
  /** Opens an address of the target; `urls`: where the merchant wants the customer in the end. */
  open(url: string, urls?: { cancelled?: string }): Promise<Page>
  /** The same, where it may lead away at once. */
  visit(url: string, urls?: { cancelled?: string }): Promise<Landing>
}

/** Clicks on one way: nobody pays in more. */
const mostSteps = 6

type Room = { run: RunContext; browser: Browser; beyond: Pick<Surface, 'isEnd' | 'cancelled'> }

/** A customer: `target` sends, and follows nothing by itself. */
export const createCustomer = (run: RunContext, target: Pick<Target, 'send'> & { signal?: AbortSignal }): Customer => {
  const homes = new Set([new URL(run.target.apiUrl).origin])
  const counterpart = run.counterpart?.baseUrl
  const isEnd = (url: URL) => !homes.has(url.origin) || (counterpart !== undefined && isBelow(url.href, counterpart))
  const browser = createBrowser({ send: target.send, signal: target.signal, isEnd })
  const visit: Customer['visit'] = async (url, { cancelled } = {}) => {
    homes.add(new URL(url).origin)
    const arrived = await browser.open(url)
    return landed({ run, browser, beyond: { isEnd, cancelled } }, arrived)
  }
  const open: Customer['open'] = async (url, urls) => {
    const { page, redirectedTo, responses } = await visit(url, urls)
    return (
      page ??
      blocked(`the page leads away at once: ${responses.at(-1)?.status} to ${(redirectedTo ?? '').slice(0, 200)}`)
    )
  }
  return { open, visit }
}

const isBelow = (href: string, base: string) =>
  href === base || ['/', '?', '#'].some(mark => href.startsWith(base + mark))

const landed = (room: Room, { visit, ...arrived }: Arrived, steps: Forgery[] = []): Landing => ({
  ...arrived,
  ...(visit ? { page: pageOf(room, visit) } : {}),
  steps,
})

const pageOf = (room: Room, visit: Visit): Page => {
  const surface = surfaceOf(visit, room.beyond)
  const walk = (goal: Goal, change?: Change) => walkTo(room, visit, { goal, ...(change ? { change } : {}) })
  const can = (goal: Goal) => nextStep(surface, { goal, hint: stepsOf(room.run.pages.checkout[goal]) }) !== undefined
  return {
    url: visit.url,
    response: visit.response,
    $: visit.$,
    text: textOf(visit.$, visit.$),
    needsScript: needsScript(visit),
    pay: change => walk('pay', change),
    fail: () => walk('fail'),
    cancel: () => walk('cancel'),
    get controls() {
      const found = {
        pay: payers(surface).length > 0 || can('pay'),
        cancel: cancellers(surface).length > 0 || can('cancel'),
      }
      return {
        ...found,
        fail: failures(surface).length > 0,
        options: countOptions(surface),
        unread: unread(surface).length,
      }
    },
  }
}

type Way = { goal: Goal; change?: Change }
type Wish = { goal: Goal; hint: readonly Step[] }

const nextStep = (surface: Surface, { goal, hint }: Wish): Plan | undefined =>
  (hint.length > 0 ? hinted(surface, goal, hint) : undefined) ?? guessed(surface, goal)

/** Clicks from page to page until the customer is sent away, or no step is left that was not taken. */
const walkTo = async (room: Room, start: Visit, { goal, change }: Way): Promise<Landing> => {
  const taken = new Set<string>()
  const landing: Landing & { visit: Visit } = { visit: start, responses: [], steps: [] }
  let wish: Wish = { goal, hint: stepsOf(room.run.pages.checkout[goal]) }
  let failing = false
  for (let count = 0; count < mostSteps; count++) {
    const surface = surfaceOf(landing.visit, room.beyond)
    const plan = goal === 'cancel' && count > 0 ? later(surface, wish) : nextStep(surface, wish)
    if (plan === undefined || taken.has(plan.mark)) break
    taken.add(plan.mark)
    failing ||= plan.failing
    wish = { goal: plan.failing ? 'pay' : wish.goal, hint: wish.hint.slice(plan.used) }
    const submission = change?.(plan.submission, count) ?? plan.submission
    const { visit, ...arrived } = await room.browser.submit(submission, landing.visit)
    landing.responses.push(...arrived.responses)
    landing.steps.push(submission)
    if (visit === undefined) return goal === 'fail' && !failing ? nothingFails() : ended(landing, arrived)
    landing.visit = visit
    if (visit.response.status !== 200) break
  }
  if (landing.steps.length === 0) cannot(goal, room.run)
  if (goal === 'fail' && !failing) nothingFails()
  const { visit, ...rest } = landing
  return { ...rest, page: pageOf(room, visit) }
}

const ended = ({ responses, steps }: Landing, { redirectedTo, redirectStatus }: Arrived): Landing => ({
  ...(redirectedTo === undefined ? {} : { redirectedTo }),
  ...(redirectStatus === undefined ? {} : { redirectStatus }),
  responses,
  steps,
})

const later = (surface: Surface, { goal, hint }: Wish): Plan | undefined =>
  (hint.length > 0 ? hinted(surface, goal, hint) : undefined) ?? confirmed(surface)

const nothingFails = (): never =>
  notApplicable(
    'The hosted page offers no payment option that is known to fail (pages.checkout.fail in the config names one).',
  )

const cannot = (goal: Goal, run: RunContext): never => {
  const hint = run.pages.checkout[goal]
  if (goal === 'fail' && hint === undefined) nothingFails()
  const found =
    hint === undefined ? 'no control is found' : `it has no ${[hint].flat().join(', ')}, and no other control is found`
  return blocked(
    `the hosted page cannot be used to ${goal}: ${found}; name it in pages.checkout.${goal} of the config, such as "button:Pay now"`,
  )
}
