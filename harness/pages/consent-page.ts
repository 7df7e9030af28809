import type { HttpResponse } from '../http/response.ts'
import type { Target } from '../http/target.ts'
import { blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { type Browser, createBrowser, type Forgery, type Visit } from './browser.ts'
import type { Change } from './checkout-page.ts'
import { type ConsentSurface, type Naming, surfaceOf } from './consent-controls.ts'
import { type Decision, hintedStep, nextStep, separate, unread } from './consent-navigation.ts'
import { type Step, stepsOf } from './controls.ts'
import { type CheerioAPI, textOf } from './dom.ts'
import { needsScript } from './payment-navigation.ts'

export type { Decision } from './consent-navigation.ts'

/** Where an action on a consent page led. */
export type ConsentLanding = {
  /** The address that left the target's pages: the callback. Never fetched. */
  redirectedTo?: string
  /** Status of that redirect. */
  redirectStatus?: number
  /** The page that was shown last, where there was no such redirect. */
  page?: ConsentPage
  /** Every answer on the way. */
  responses: HttpResponse[]
  /** What was sent: one for each click. */
  steps: Forgery[]
  /** The permissions about which the user decided apart. */
  decided: readonly string[]
}

/** A consent page, with its controls found by what they mean. */
export type ConsentPage = {
  readonly url: string
  readonly response: HttpResponse
  /** The document as a browser parses it. */
  readonly $: CheerioAPI
  /** Visible text, white space collapsed. */
  readonly text: string
  /** It shows nothing to use unless its scripts run. */
  readonly needsScript: boolean
  /** Grants and denies, page after page, and sends the decision. Blocked where no control for it is found. */
  decide(decision: Decision, change?: Change): Promise<ConsentLanding>
  /** Those of the permissions that can be granted and denied apart, on this page. */
  separate(permissions: readonly string[]): string[]
  /** Controls for these permissions that nobody can read. */
  unread(permissions: readonly string[]): number
}

/** A user with a browser: one set of cookies for all that it opens. */
export type User = {
  /** Follows an address of the target as far as a page, or as far as it leads away. */
  visit(url: string): Promise<ConsentLanding>
  /** The same, through whatever login the config names; blocked where it leads away at once. */
  open(url: string): Promise<ConsentPage>
}

/** Clicks on one way: a page for each permission, and some to log in, to review and to confirm. */
const mostSteps = 16

type Room = { run: RunContext; browser: Browser }

/** A user: `target` sends, and follows nothing by itself. `ends`: origins that are never fetched, such as the callback's. */
export const createUser = (
  run: RunContext,
  target: Pick<Target, 'send'> & { signal?: AbortSignal },
  ends: readonly string[] = [run.callbackUrl],
): User => {
  const homes = new Set([new URL(run.target.apiUrl).origin])
  const never = new Set(ends.filter(one => URL.canParse(one)).map(one => new URL(one).origin))
  const scene = { isOpening: false }
  const isEnd = (url: URL): boolean => {
    if (never.has(url.origin) || !/^https?:$/.test(url.protocol)) return true
    // The consent pages may be at another origin than the API: the one to which a request leads first.
    if (scene.isOpening && homes.size === 1) homes.add(url.origin)
    return !homes.has(url.origin)
  }
  const room: Room = { run, browser: createBrowser({ send: target.send, signal: target.signal, isEnd }) }
  const visit: User['visit'] = async url => {
    scene.isOpening = true
    const { visit: found, ...arrived } = await room.browser.open(url).finally(() => {
      scene.isOpening = false
    })
    return { ...arrived, ...(found ? { page: pageOf(room, found) } : {}), steps: [], decided: [] }
  }
  const open: User['open'] = async url => {
    const { page, redirectedTo, responses } = await visit(url)
    if (page === undefined)
      return blocked(
        `the consent page leads away at once: ${responses.at(-1)?.status} to ${(redirectedTo ?? '').slice(0, 200)}`,
      )
    return loggedIn(room, page)
  }
  return { visit, open }
}

const pageOf = (room: Room, visit: Visit): ConsentPage => {
  const surface = (permissions: readonly string[]) => surfaceOf(visit, permissions, namingOf(room.run))
  return {
    url: visit.url,
    response: visit.response,
    $: visit.$,
    text: textOf(visit.$, visit.$),
    needsScript: needsScript(visit),
    decide: async (decision, change) => {
      if (!room.run.changesState)
        blocked('it would leave a decision on a target in production; --yes-change-state allows that')
      return walk(room, visit, { decision, ...(change ? { change } : {}) })
    },
    separate: permissions => separate(surface(permissions), permissions),
    unread: permissions => unread(surface(permissions)),
  }
}

const namingOf =
  ({ pages }: RunContext): Naming =>
  effect =>
    stepsOf(pages.consent[effect])

/** Takes the steps of pages.consent.login, as far as the pages have them. */
const loggedIn = async (room: Room, first: ConsentPage): Promise<ConsentPage> => {
  let page = first
  let steps: readonly Step[] = stepsOf(room.run.pages.consent.login)
  while (steps.length > 0) {
    const found = hintedStep(page, steps)
    if (found === undefined) return page
    steps = steps.slice(found.used)
    const { visit, redirectedTo } = await room.browser.submit(found.submission, page)
    page = visit ? pageOf(room, visit) : blocked(`the login leads away: to ${(redirectedTo ?? '').slice(0, 200)}`)
  }
  return page
}

type Way = { decision: Decision; change?: Change }

/** Clicks from page to page until the user is sent away, or no step is left that was not taken. */
const walk = async (room: Room, start: Visit, { decision, change }: Way): Promise<ConsentLanding> => {
  const permissions = [...decision.granted, ...decision.denied]
  const all = [...permissions, ...(decision.untouched ?? [])]
  const taken = new Set<string>()
  const landing = { responses: [] as HttpResponse[], steps: [] as Forgery[], decided: [] as string[] }
  const submit = stepsOf(room.run.pages.consent.submit)
  let visit = start
  while (landing.steps.length < mostSteps) {
    const surface = surfaceOf(visit, all, namingOf(room.run))
    const open = permissions.filter(one => !landing.decided.includes(one))
    const step = nextStep(surface, { decision, open, submit })
    if (step === undefined || taken.has(step.mark)) break
    taken.add(step.mark)
    landing.decided.push(...step.decides)
    const submission = change?.(step.submission, landing.steps.length) ?? step.submission
    const arrived = await room.browser.submit(submission, visit)
    landing.responses.push(...arrived.responses)
    landing.steps.push(submission)
    const { visit: next, responses: _answers, ...away } = arrived
    if (next === undefined) return { ...landing, ...away }
    visit = next
    if (visit.response.status !== 200) break
  }
  if (landing.steps.length === 0) cannot(surfaceOf(visit, all, namingOf(room.run)), all)
  return { ...landing, page: pageOf(room, visit) }
}

const cannot = (surface: ConsentSurface, permissions: readonly string[]): never => {
  const found = separate(surface, permissions)
  const lacking = permissions.filter(one => !found.includes(one)).join(', ') || 'the decision'
  return blocked(
    `the consent page has no control that is known to decide about ${lacking}; name them in pages.consent of the config, such as "grant": "radio:Allow {permission}", "submit": "button:Continue"`,
  )
}
