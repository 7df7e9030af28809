import type { HttpResponse } from '../../harness/http/response.ts'
import { waits } from '../../harness/patience.ts'
import type { Submission, SubmissionChange } from '../../harness/submission.ts'
import { lookAt } from '../reading/read-page.ts'
import type { Browser, NavigationResult } from '../visit/form-browser.ts'
import type { PageVisit } from '../visit/page-visit.ts'
import { type Action, disabledObstacle } from './give-up.ts'
import type { PlannedClick } from './next-click.ts'

/** A walk from page to page: its clicks, and where they led. */
export type Walk<Click extends PlannedClick> = {
  /** The address outside the target's pages that the last click led to; never fetched. */
  redirectedTo?: string
  /** Status of that redirect; absent if a link or form leads there. */
  redirectStatus?: number
  /** The last page, unless a click led outside the target's pages. */
  visit?: PageVisit
  responses: HttpResponse[]
  /** The submissions, one per click. */
  steps: Submission[]
  clicks: Click[]
  /** The pages on which the clicks were made. */
  clickedOn: PageVisit[]
  /** The obstacle on the last page. */
  obstacle?: string
  /** The last question of a page in a dialog, which was answered with “OK”. */
  asked?: string
  /** Set if the next click had already been made, or would exceed the limit. */
  isRepeated?: true
}

/** How to walk from page to page; `walk` implements what logging in, paying and deciding have in common. */
export type Way<Click extends PlannedClick> = {
  browser: Browser
  /** The action in the config with the steps. */
  action: Action
  mostClicks: number
  change?: SubmissionChange | undefined
  /** Double-clicks, if the browser can. */
  isDouble?: boolean | undefined
  /** Returns whether the walk ends on a page, given the clicks before it. */
  isEnd?: (visit: PageVisit, clicks: readonly Click[]) => boolean
  /** Returns the next click on a page, given the earlier ones and their pages, or an obstacle; `undefined` if the page has none. */
  next: (visit: PageVisit, clicks: readonly Click[], clickedOn: readonly PageVisit[]) => Click | string | undefined
}

/**
 * Clicks from page to page until the walk ends, a click leads outside the target's pages, a page is not 200, or no new click is left. If a
 * script may still draw the next control, reads the page again before giving up.
 */
export const walk = async <Click extends PlannedClick>(start: PageVisit, way: Way<Click>): Promise<Walk<Click>> => {
  const made = { responses: [], steps: [], clicks: [], clickedOn: [] } as Omit<Walk<Click>, 'visit'>
  let at = start
  for (;;) {
    const { visit, next } = await nextOn(at, made, way)
    if (next === undefined) return { ...made, visit }
    if (typeof next === 'string') return { ...made, visit, obstacle: next }
    if (isRepeated(next, made.clicks) || made.clicks.length === way.mostClicks)
      return { ...made, visit, isRepeated: true }
    const disabled = disabledObstacle(visit, next.control, way.action)
    if (disabled !== undefined) return { ...made, visit, obstacle: disabled }
    const result = await press(next, visit, { ...way, step: made.clicks.length })
    made.responses.push(...result.responses)
    if (result.isUnpressed && result.visit) {
      const obstacle = disabledObstacle(result.visit, next.control, way.action, true)
      return { ...made, visit: result.visit, ...(obstacle === undefined ? {} : { obstacle }) }
    }
    made.clicks.push(next)
    made.clickedOn.push(visit)
    made.steps.push(result.sent ?? next.submission)
    if (result.asked !== undefined) made.asked = result.asked
    if (result.visit === undefined) return { ...beyond(result), ...made }
    at = result.visit
    if (result.isGone || at.response.status !== 200) return { ...made, visit: at }
  }
}

const beyond = ({ redirectedTo, redirectStatus }: NavigationResult) => ({
  ...(redirectedTo === undefined ? {} : { redirectedTo }),
  ...(redirectStatus === undefined ? {} : { redirectStatus }),
})

/** Configured steps always make progress, so only guessed clicks can go in circles. */
const isRepeated = (next: PlannedClick, clicks: readonly PlannedClick[]): boolean =>
  next.usedSteps === 0 && clicks.some(({ mark }) => mark === next.mark)

/** Returns the next click on a page, or on the page as scripts soon change it. */
const nextOn = async <Click extends PlannedClick>(
  start: PageVisit,
  { clicks, clickedOn }: Pick<Walk<Click>, 'clicks' | 'clickedOn'>,
  { browser, isEnd = () => false, next }: Way<Click>,
): Promise<{ visit: PageVisit; next: Click | string | undefined }> => {
  let visit = start
  for (const since = performance.now(); ; ) {
    const at = visit
    if (lookAt(at.$, () => isEnd(at, clicks))) return { visit, next: undefined }
    const click = lookAt(at.$, () => next(at, clicks, clickedOn))
    const isFound = typeof click === 'object' && !isRepeated(click, clicks)
    const isOver = performance.now() - since > waits.pageReaction.ms
    const drawn = isFound || isOver ? undefined : await browser.look?.(visit)
    if (drawn === undefined) return { visit, next: click }
    visit = drawn
  }
}

const press = async <Click extends PlannedClick>(
  { submission }: Click,
  visit: PageVisit,
  { browser, change, isDouble, step }: Way<Click> & { step: number },
): Promise<NavigationResult> =>
  isDouble && browser.doubleClick
    ? browser.doubleClick(submission, visit)
    : browser.submit(submission, visit, change && (sent => change(sent, step)))
