import { blocked, Misread } from '../../harness/outcome.ts'
import type { Decision, PageRun } from '../../harness/pages.ts'
import type { SubmissionChange } from '../../harness/submission.ts'
import { stepsOf } from '../document/steps.ts'
import type { Browser } from '../visit/form-browser.ts'
import {
  describeControls,
  isScripted,
  obstacleOf,
  originObstacle,
  scriptObstacle,
  sizeObstacle,
} from '../visit/obstacles.ts'
import type { PageVisit } from '../visit/page-visit.ts'
import { lineFor, stepFor } from '../walker/give-up.ts'
import { type Walk, walk } from '../walker/walk.ts'
import { type ConsentControls, guessedPermissions, type PermissionControl } from './controls.ts'
import { type Effect, effectOf } from './intent.ts'
import { type ConsentClick, nextConsentClick, separatePermissions } from './navigation.ts'
import { hasEmptyFields } from './proof.ts'
import { unseenOn } from './unseen.ts'
import { consentControls, hasDecision } from './walk.ts'

type Deciding = { run: PageRun; browser: Browser; isCallback: (address: string) => boolean }

/** Maximum number of clicks per decision: one page per permission, and some to review and confirm. */
const mostClicks = 16

type Plan = { decision: Decision; change: SubmissionChange | undefined }

type Result = Walk<ConsentClick>

const action = { pages: 'consent', name: 'submit' } as const

/** Clicks until the decision is sent. Blocks the check at an obstacle, unless the plan changes the submission. */
export const decideOn = async (
  { run, browser, isCallback }: Deciding,
  start: PageVisit,
  { decision, change }: Plan,
): Promise<Omit<Result, 'clicks' | 'clickedOn' | 'obstacle' | 'isRepeated'> & { decided: readonly string[] }> => {
  const permissions = [...decision.granted, ...decision.denied]
  const all = [...permissions, ...(decision.untouched ?? [])]
  const submit = stepsOf(run.pages.consent.submit, run.pages.secrets)
  const {
    clicks,
    clickedOn,
    obstacle: stopped,
    isRepeated: _,
    ...result
  } = await walk<ConsentClick>(start, {
    browser,
    action,
    mostClicks,
    change,
    next: (visit, clicksSoFar) => {
      const decided = clicksSoFar.flatMap(({ decides }) => decides)
      const open = permissions.filter(permission => !decided.includes(permission))
      return nextConsentClick(consentControls(run, visit, all), { decision, open, submit })
    },
  })
  if (stopped !== undefined && (clicks.length === 0 || change === undefined)) blocked(stopped)
  if (clicks.length === 0) endWithoutControl(run, result.visit ?? start, all)
  const decided = clicks.flatMap(({ decides }) => decides)
  const isWhole = permissions.every(permission => decided.includes(permission))
  if (change !== undefined) return { ...result, decided }
  const obstacle = obstacleAfter({ clicks, clickedOn, ...result }, isCallback, isWhole)
  if (obstacle !== undefined) blocked(obstacle)
  const visits = [start, ...clickedOn]
  const pages = visits.map(visit => consentControls(run, visit, all))
  const offered = new Set(pages.flatMap(page => page.permissionControls.map(({ permission }) => permission)))
  const unmade = permissions.filter(
    each => !decided.includes(each) && (decision.granted.includes(each) || !offered.has(each)),
  )
  const isForAll = clicks.some(({ control, decides }) => decides.length === 0 && effectOf(control.name) !== undefined)
  // What was sent for a permission without a control is not the user's decision.
  if (unmade.length > 0 && !isForAll && !pages.some(({ isNamed }) => isNamed))
    throw new Misread(controlObstacle(start, unmade))
  const wrong = wrongIn(result.redirectedTo, decision)
  const misread = wrong.length > 0 ? misreadOn(visits, pages, wrong) : undefined
  if (misread !== undefined) throw new Misread(misread)
  return { ...result, decided }
}

/** Returns the message that pages may have been misread, so that a callback is wrong about some permissions. */
const misreadOn = (
  visits: readonly PageVisit[],
  pages: readonly ConsentControls[],
  wrong: readonly string[],
): string | undefined => {
  const permissionControls = pages.flatMap(page => page.permissionControls)
  const guesses = guessedPermissions({ permissionControls })
  const guessed = wrong.find(permission => guesses.has(permission))
  if (guessed !== undefined) return guessObstacle(permissionControls.filter(({ permission }) => permission === guessed))
  const scripted = visits.find(isScripted)
  const unseen = visits.flatMap((visit, at) => (pages[at] && unseenOn(pages[at], visit)) ?? [])
  const [what] = [...(scripted ? [scriptObstacle(scripted, 'consent')] : []), ...unseen]
  return what && `the callback has another decision, unless a page was misread: ${what}`
}

/** Returns the permissions for which a callback has another decision. */
const wrongIn = (address: string | undefined, { granted, denied }: Decision): string[] => {
  const query = URL.parse(address ?? '')?.searchParams
  if (!query?.has('status') && !query?.has('grants')) return []
  // A callback address may already have a list.
  const lists = query.has('grants') ? query.getAll('grants').map(list => list.split(',')) : [[]]
  const wrong = lists.map(list =>
    [...granted, ...denied].filter(each => list.includes(each) !== granted.includes(each)),
  )
  return wrong.find(each => each.length === 0) ?? wrong.flat()
}

/** Returns the message that the guesses about the controls of permissions were wrong, with the config lines that reverse them. */
const guessObstacle = (guesses: readonly PermissionControl[]): string => {
  const taken = (effect: Effect) =>
    guesses.filter(guess => guess.effect === effect).map(({ control }) => stepFor(control))
  const turned = { grant: [...new Set(taken('deny'))], deny: [...new Set(taken('grant'))] }
  const lines = Object.entries(turned).filter(([, steps]) => steps.length > 0)
  const named = lines.flatMap(([, steps]) => steps.map(step => `“${step}”`)).join(' or ')
  return obstacleOf(
    `it is unclear whether ${named} grants or denies, and the callback has the opposite of the decision`,
    `name the controls under pages.consent in the config, such as ${lines.map(line => lineFor(...line)).join(', ')}`,
  )
}

/** Returns what may have gone wrong if a decision did not arrive unchanged at the callback. `isWhole`: every part of it was made. */
const obstacleAfter = (result: Result, isCallback: Deciding['isCallback'], isWhole: boolean): string | undefined => {
  const { redirectedTo, visit, clickedOn } = result
  const scripted = clickedOn.find(isScripted)
  if (redirectedTo !== undefined) {
    const isKnown = isCallback(redirectedTo) || !/^https?:/.test(redirectedTo) || hasDecision(redirectedTo)
    if (!isKnown) return originObstacle(redirectedTo, 'consent')
    return scripted !== undefined && (!isWhole || hasEmptyLists(result))
      ? scriptObstacle(scripted, 'consent')
      : undefined
  }
  if (scripted !== undefined) return scriptObstacle(scripted, 'consent')
  if (visit?.response.status !== 200) return undefined
  return sizeObstacle(visit) ?? (hasEmptyFields(visit) ? fieldsObstacle(visit) : undefined)
}

/** Returns whether the documented lists were sent empty, because a script should have filled them. */
const hasEmptyLists = ({ steps }: Result): boolean => {
  const lists = (steps.at(-1)?.fields ?? []).filter(([name]) => /^(?:granted|denied)_permissions$/.test(name))
  return lists.length > 0 && lists.every(([, value]) => value === '')
}

const fieldsObstacle = (visit: PageVisit): string =>
  obstacleOf(
    `after the decision a page asks for more: ${describeControls(visit)}`,
    'name what to type and press under pages.consent.submit in the config, such as ["button:Send", "text:Code=env:CODE", "button:Confirm"]',
  )

const endWithoutControl = (run: PageRun, visit: PageVisit, permissions: readonly string[]): never => {
  if (isScripted(visit)) return blocked(scriptObstacle(visit, 'consent'))
  const separate = separatePermissions(consentControls(run, visit, permissions), permissions)
  const missing = permissions.filter(permission => !separate.includes(permission))
  return blocked(controlObstacle(visit, missing.length > 0 ? missing : ['the decision']))
}

const controlObstacle = (visit: PageVisit, missing: readonly string[]): string =>
  obstacleOf(
    `the consent page has no recognized control that decides on ${missing.join(', ')}: ${describeControls(visit)}`,
    'name them under pages.consent in the config, such as "grant": "radio:Allow {permission}", "submit": "button:Continue"',
  )
