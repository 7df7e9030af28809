import type { HttpResponse } from '../../http/response.ts'
import type { Submission, SubmissionChange } from '../document/submission.ts'
import type { Browser } from './form-browser.ts'
import type { PageVisit } from './page-visit.ts'

/** A click on a page that is not made yet. */
export type PlannedClick = {
  submission: Submission
  /** Equal for the same click however often its page is shown, so that no click is made twice. */
  mark: string
}

/** The clicks from page to page, and where they led. */
export type ClickThrough<Click extends PlannedClick> = {
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
}

type Route<Click extends PlannedClick> = {
  browser: Browser
  mostClicks: number
  change: SubmissionChange | undefined
  /** Each click is a double click, where the browser can make one. */
  isDouble?: boolean | undefined
  /** Returns the next click on a page, given the clicks before it; `undefined` if the page has none. */
  next: (visit: PageVisit, clicks: readonly Click[]) => Click | undefined
}

/**
 * Clicks from page to page until a click leads beyond the target's pages, a page is not 200, or no new click is left.
 */
export const clickThrough = async <Click extends PlannedClick>(
  start: PageVisit,
  { browser, mostClicks, change, isDouble, next }: Route<Click>,
): Promise<ClickThrough<Click>> => {
  const result = {
    responses: [] as HttpResponse[],
    steps: [] as Submission[],
    clicks: [] as Click[],
    clickedOn: [] as PageVisit[],
  }
  let visit = start
  while (result.clicks.length < mostClicks) {
    const click = next(visit, result.clicks)
    if (click === undefined || result.clicks.some(({ mark }) => mark === click.mark)) break
    const step = result.clicks.length
    result.clicks.push(click)
    result.clickedOn.push(visit)
    const changed = change && ((submission: Submission) => change(submission, step))
    const {
      visit: nextVisit,
      responses,
      sent = click.submission,
      ...beyond
    } = await (isDouble && browser.doubleClick
      ? browser.doubleClick(click.submission, visit)
      : browser.submit(click.submission, visit, changed))
    result.responses.push(...responses)
    result.steps.push(sent)
    if (nextVisit === undefined) return { ...beyond, ...result }
    visit = nextVisit
    if (visit.response.status !== 200) break
  }
  return { ...result, visit }
}

/** Returns the mark of a click: method, path, name of the control, names of the fields, and `more`. */
export const markOf = ({ method, url, fields }: Submission, control: string, more: unknown[] = []): string => {
  const names = [...new Set(fields.map(([name]) => name))].sort()
  return JSON.stringify([method, new URL(url).pathname, control, names, ...more])
}
