import type { HttpResponse } from '../../harness/http/response.ts'
import { waits } from '../../harness/patience.ts'
import type { Submission, SubmissionChange } from '../../harness/submission.ts'
import { lookAt } from '../reading/read-page.ts'
import type { Browser, NavigationResult } from '../visit/form-browser.ts'
import type { PageVisit } from '../visit/page-visit.ts'
import { type Action, disabledObstacle } from './give-up.ts'
import type { PlannedClick } from './next-click.ts'

/** The clicks from page to page, and where they led. */
export type Walk<Click extends PlannedClick> = {
  /** The address beyond the target's pages to which the last click led; never fetched. */
  redirectedTo?: string
  /** Status of that redirect; absent if a link or form leads to it. */
  redirectStatus?: number
  /** The last page, unless a click led beyond the target's pages. */
  visit?: PageVisit
  responses: HttpResponse[]
  /** What was sent: one submission a click. */
  steps: Submission[]
  clicks: Click[]
  /** The pages on which the clicks were made. */
  clickedOn: PageVisit[]
  /** What is in the way on the last page. */
  obstacle?: string
  /** What a page asked last in a dialog, which was answered with “OK”. */
  asked?: string
  /** The next click was made before, or would be one too many. */
  isRepeated?: true
}

/** A way from page to page: what is common to logging in, paying and deciding is in `walk`. */
export type Way<Click extends PlannedClick> = {
  browser: Browser
  /** The action of the config that names the steps of the way. */
  action: Action
  mostClicks: number
  change?: SubmissionChange | undefined
  /** Each click is a double click, where the browser can make one. */
  isDouble?: boolean | undefined
  /** Returns whether the way ends on a page, given the clicks before it. */
  isEnd?: (visit: PageVisit, clicks: readonly Click[]) => boolean
  /** Returns the next click on a page, given the clicks before it, or what is in the way; `undefined` if the page has none. */
  next: (visit: PageVisit, clicks: readonly Click[]) => Click | string | undefined
}

/**
 * Clicks from page to page until the way ends, a click leads beyond the target's pages, a page is not 200, or no new click is left. Where
 * a script may have yet to draw the next control, looks again before it gives up.
 */
export const walk = async <Click extends PlannedClick>(start: PageVisit, way: Way<Click>): Promise<Walk<Click>> => {
  const made = { responses: [], steps: [], clicks: [], clickedOn: [] } as Omit<Walk<Click>, 'visit'>
  let at = start
  for (;;) {
    const { visit, next } = await nextOn(at, made.clicks, way)
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
    if (at.response.status !== 200) return { ...made, visit: at }
  }
}

const beyond = ({ redirectedTo, redirectStatus }: NavigationResult) => ({
  ...(redirectedTo === undefined ? {} : { redirectedTo }),
  ...(redirectStatus === undefined ? {} : { redirectStatus }),
})

/** Whoever takes a step of the config gets further, so that only what is guessed can go round in circles. */
const isRepeated = (next: PlannedClick, clicks: readonly PlannedClick[]): boolean =>
  next.usedSteps === 0 && clicks.some(({ mark }) => mark === next.mark)

/** Returns the next click on a page, or on what a script makes of it in a while. */
const nextOn = async <Click extends PlannedClick>(
  start: PageVisit,
  clicks: readonly Click[],
  { browser, isEnd = () => false, next }: Way<Click>,
): Promise<{ visit: PageVisit; next: Click | string | undefined }> => {
  let visit = start
  for (const since = performance.now(); ; ) {
    const at = visit
    if (lookAt(at.$, () => isEnd(at, clicks))) return { visit, next: undefined }
    const click = lookAt(at.$, () => next(at, clicks))
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
