import { blocked } from '../../harness/outcome.ts'
import type { Decision, PageRun } from '../../harness/pages.ts'
import type { SubmissionChange } from '../../harness/submission.ts'
import type { Control } from '../document/controls.ts'
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
import { lineFor, nameOneOf, stepFor } from '../walker/give-up.ts'
import { type Walk, walk } from '../walker/walk.ts'
import type { ConsentControls, PermissionControl } from './controls.ts'
import type { Effect } from './intent.ts'
import { type ConsentClick, nextConsentClick, separatePermissions } from './navigation.ts'
import { hasEmptyFields } from './proof.ts'
import { unreadPart } from './unseen.ts'
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
  const obstacle = obstacleAfter({ clicks, clickedOn, ...result }, isCallback)
  if (obstacle !== undefined && change === undefined) blocked(obstacle)
  const made = clicks.map(({ control }, at) => ({ control, visit: clickedOn[at] ?? start }))
  const controlsOn = (visit: PageVisit) => consentControls(run, visit, all)
  const unmade = permissions.filter(permission => !decided.includes(permission))
  // What no control decides may be left to a script that is not run.
  const isLeft = unmade.length > 0 && clickedOn.some(isScripted)
  const isMade = isAsMeant(result.redirectedTo, decision) && !isLeft
  const doubt = isMade ? undefined : doubtAbout(made, controlsOn, unmade)
  if (doubt !== undefined && change === undefined) blocked(doubt)
  return { ...result, decided }
}

/** Returns whether a callback has the decision that was meant; whatever else it has. */
const isAsMeant = (address: string | undefined, { granted, denied }: Decision): boolean => {
  const query = URL.parse(address ?? '')?.searchParams
  const grants = (query?.get('grants') ?? '').split(',')
  const hasDecision = query?.has('status') || query?.has('grants')
  const isGranted = (permission: string) => grants.includes(permission)
  return hasDecision === true && granted.every(isGranted) && !denied.some(isGranted)
}

/** A control that was pressed, and its page. */
type Pressed = { control: Control; visit: PageVisit }

/**
 * Returns why a decision may not be what was meant, with the remedy: a page on the way was not read as a whole, or a control on it was
 * guessed. `unmade`: the permissions without a control.
 */
const doubtAbout = (
  made: readonly Pressed[],
  controlsOn: (visit: PageVisit) => ConsentControls,
  unmade: readonly string[],
): string | undefined => {
  for (const { visit, control } of made) {
    const page = controlsOn(visit)
    const [guess] = page.permissionControls.filter(({ isSaid }) => !isSaid)
    const guesses = page.permissionControls.filter(({ permission }) => permission === guess?.permission)
    const doubt =
      (isScripted(visit) ? scriptObstacle(visit, 'consent') : undefined) ??
      (guesses.length > 0 ? guessObstacle(guesses) : undefined) ??
      unreadPart(visit) ??
      (page.understood.has(control) ? undefined : buttonObstacle(control))
    if (doubt !== undefined) return doubt
  }
  const last = made.at(-1)
  return last && unmade.length > 0 ? controlObstacle(last.visit, unmade) : undefined
}

const buttonObstacle = (control: Control): string =>
  obstacleOf(
    `it is unclear whether “${stepFor(control)}” sends the decision, and the callback does not have it`,
    nameOneOf(action, [control], 'button:Continue'),
  )

/** Returns the message that the guesses about the controls of permissions were wrong, with the config lines that reverse them. */
const guessObstacle = (guesses: readonly PermissionControl[]): string => {
  const taken = (effect: Effect) =>
    guesses.filter(guess => guess.effect === effect).map(({ control }) => stepFor(control))
  const turned = { grant: [...new Set(taken('deny'))], deny: [...new Set(taken('grant'))] }
  const lines = Object.entries(turned).filter(([, steps]) => steps.length > 0)
  const named = lines.flatMap(([, steps]) => steps.map(step => `“${step}”`)).join(' or ')
  return obstacleOf(
    `it is unclear whether ${named} grants or denies, and the callback does not have the decision`,
    `name the controls in pages.consent of the config, such as ${lines.map(line => lineFor(...line)).join(', ')}`,
  )
}

/** Returns what may have gone wrong if a decision did not arrive at the callback. */
const obstacleAfter = ({ redirectedTo, visit }: Result, isCallback: Deciding['isCallback']): string | undefined => {
  if (redirectedTo !== undefined) {
    const isKnown = isCallback(redirectedTo) || !/^https?:/.test(redirectedTo) || hasDecision(redirectedTo)
    return isKnown ? undefined : originObstacle(redirectedTo, 'consent')
  }
  if (visit?.response.status !== 200) return undefined
  return sizeObstacle(visit) ?? (hasEmptyFields(visit) ? fieldsObstacle(visit) : undefined)
}

const fieldsObstacle = (visit: PageVisit): string =>
  obstacleOf(
    `after the decision a page asks for more: ${describeControls(visit)}`,
    'name what to type and press in pages.consent.submit of the config, such as ["button:Send", "text:Code=env:CODE", "button:Confirm"]',
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
    'name them in pages.consent of the config, such as "grant": "radio:Allow {permission}", "submit": "button:Continue"',
  )
