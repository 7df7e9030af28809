import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'
import type { Browser } from './form-browser.ts'
import type { PageVisit } from './page-visit.ts'

const lookAgainMs = 50

/** What a run has learned about late drawing: a page was still unchanged at the end of the wait, or drew the missing part. */
type Known = { wasAtRest?: true; drewLate?: true }

const known = new WeakMap<object, Known>()

/**
 * Returns a function that reads a page again until it shows something, since scripts may draw after a delay; `undefined` without a browser.
 * Once a page of the run has not changed during the whole wait, others are looked at once, which scrolls them, unless one has drawn late.
 */
export const lateDrawingOf = <Page>(
  { browser, run }: { browser: Pick<Browser, 'look'>; run: { pages: object } },
  visit: PageVisit,
  pageOf: (visit: PageVisit) => Page,
): ((isShown: (page: Page) => boolean) => Promise<boolean>) | undefined => {
  if (browser.look === undefined) return undefined
  const of = known.get(run.pages) ?? {}
  known.set(run.pages, of)
  let last = visit
  return async isShown => {
    if (last !== visit && isShown(pageOf(last))) return true
    const isAtRest = of.wasAtRest && !of.drewLate
    for (const since = performance.now(); performance.now() - since < waits.lateDrawing.ms; ) {
      const changed = await browser.look?.(last)
      last = changed ?? last
      if (changed !== undefined && isShown(pageOf(changed))) {
        of.drewLate = true
        return true
      }
      if (isAtRest) return false
      await pause(lookAgainMs)
    }
    of.wasAtRest = true
    return false
  }
}
