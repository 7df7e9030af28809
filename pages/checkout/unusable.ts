import { blocked, notApplicable } from '../../harness/outcome.ts'
import type { PageRun } from '../../harness/pages.ts'
import { controlsOf, isClickable } from '../document/controls.ts'
import { waitObstacle } from '../visit/form-browser.ts'
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
import { nameOneOf } from '../walker/give-up.ts'
import { isFor } from './controls.ts'
import { isLogin } from './login.ts'
import type { Goal } from './navigation.ts'

/** Returns the message for a login in front of the hosted page. */
export const loginOn = (visit: PageVisit): string | undefined =>
  isLogin(visit)
    ? obstacleOf(
        `a login comes before the hosted page: ${describeControls(visit)}`,
        'name its steps under pages.checkout.login in the config, such as ["text:E-mail address=a@b.example", "text:Password=env:PASSWORD", "button:Sign in"]',
      )
    : undefined

/** Returns why a page cannot be judged, and the remedy. */
export const obstacleOn = (visit: PageVisit): string | undefined =>
  sizeObstacle(visit) ??
  waitObstacle(visit) ??
  loginOn(visit) ??
  (needsScript(visit) ? scriptObstacle(visit, 'checkout') : undefined)

/** Ends a check whose page has no option that is known to fail. */
export const endWithoutFailingOption = (): never =>
  notApplicable(
    'The hosted page offers no payment option that is known to fail (pages.checkout.fail in the config names one).',
  )

/** Returns the message for a page that did not load and so has no controls; `undefined` if it loaded. */
const statusObstacle = (goal: Goal, visit: PageVisit): string | undefined =>
  visit.response.status === 200
    ? undefined
    : obstacleOf(
        `the hosted page cannot be used to ${goal}: ${describePage(visit)} answers ${visit.response.status}`,
        'find out at the target why the session does not open: it may have expired, or been dropped for later ones',
      )

/** Blocks a check whose page has no control for a goal. */
export const endWithoutControl = (goal: Goal, run: PageRun, start: PageVisit): never => {
  const steps = run.pages.checkout[goal]
  if (goal === 'fail' && steps === undefined) endWithoutFailingOption()
  const unread = controlsOf(start).filter(control => isClickable(control) && isFor('unknown')(control))
  const cause =
    steps === undefined ? 'no control for that was recognized' : `it has no control for pages.checkout.${goal}`
  return blocked(
    obstacleOn(start) ??
      (isScripted(start) ? scriptObstacle(start, 'checkout') : undefined) ??
      (hasFrames(start) ? frameObstacle(start, 'checkout') : undefined) ??
      statusObstacle(goal, start) ??
      obstacleOf(
        `the hosted page cannot be used to ${goal}: ${cause}, and ${describeControls(start)}`,
        nameOneOf({ pages: 'checkout', name: goal }, unread, 'button:Pay now'),
      ),
  )
}
