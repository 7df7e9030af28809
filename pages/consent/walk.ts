import type { ConsentLanding, PageRun } from '../../harness/pages.ts'
import { plain, speaksOfLoggingIn, words } from '../document/control-intent.ts'
import { buttonsOf, type Control, controlsOf, isClickable, shareForm } from '../document/controls.ts'
import { oncePerDocument } from '../document/dom.ts'
import { describeStep, type Step, stepsOf } from '../document/steps.ts'
import { lookAt } from '../reading/read-page.ts'
import type { Browser, NavigationResult } from '../visit/form-browser.ts'
import {
  describeControls,
  isScripted,
  obstacleOf,
  originObstacle,
  scriptObstacle,
  sizeObstacle,
} from '../visit/obstacles.ts'
import { describePage, type PageVisit } from '../visit/page-visit.ts'
import { lineFor, stepFor } from '../walker/give-up.ts'
import { enabledFirst, hintedOn, type PlannedClick, planClick, rankedBy, stepsLeft } from '../walker/next-click.ts'
import { type Walk, walk } from '../walker/walk.ts'
import { type ConsentControls, consentControlsOf } from './controls.ts'
import { effectOf, isSending } from './intent.ts'
import { nameChoices } from './navigation.ts'
import { hasEmptyFields, isConsentPage, mayBeConsentPage, namesPermission } from './proof.ts'

/** The navigation from a request for permissions to the consent page, through a login if there is one. */
export type ConsentWalk = Omit<ConsentLanding, 'page' | 'steps' | 'decided' | 'visits'> & { visits: PageVisit[] }

type Walking = {
  run: Pick<PageRun, 'pages'>
  browser: Browser
  permissions: readonly string[]
  /** Returns whether an address belongs to the requester. */
  isCallback: (address: string) => boolean
}

/** Most pages before the consent page. */
const mostClicks = 8

/** Cached addresses and lists of permissions per document. */
const mostKnown = 8

/** The controls found in a document, by address and permissions. */
const knownControls = oncePerDocument(() => new Map<string, ConsentControls>())

/** Returns the controls of a page, with their effects on the permissions. */
export const consentControls = (
  { pages }: Walking['run'],
  visit: PageVisit,
  permissions: readonly string[],
): ConsentControls => {
  const known = knownControls(visit.$)
  const key = JSON.stringify([visit.url, permissions])
  const controls =
    known.get(key) ??
    lookAt(visit.$, () =>
      consentControlsOf(visit, permissions, action => stepsOf(pages.consent[action], pages.secrets)),
    )
  if (known.size >= mostKnown) known.clear()
  known.set(key, controls)
  return controls
}

const action = { pages: 'consent', name: 'login' } as const

/** Proceeds from the first page to the consent page: by the steps of `pages.consent.login`, else by the only way onward. */
export const walkToConsent = async (walking: Walking, start: NavigationResult): Promise<ConsentWalk> => {
  const { run, browser, permissions } = walking
  const steps = stepsOf(run.pages.consent.login, run.pages.secrets)
  const controls = (visit: PageVisit) => consentControls(run, visit, permissions)
  // A page that was cut is always an obstacle.
  const isConsent = (visit: PageVisit) => visit.isCut || isConsentPage(controls(visit), permissions)
  const walked: Walk<PlannedClick> = start.visit
    ? await walk(start.visit, {
        browser,
        action,
        mostClicks,
        isEnd: visit => visit.response.status !== 200 || isConsent(visit),
        next: (visit, clicks) =>
          nextClick(visit, stepsLeft(steps, clicks), mayBeConsentPage(controls(visit), permissions)),
      })
    : { ...start, responses: [], steps: [], clicks: [], clickedOn: [] }
  const { visit, clickedOn, obstacle, isRepeated } = walked
  const passed = walked.clicks.map(({ mark }) => mark)
  const visits = visit ? [...clickedOn, visit] : clickedOn
  const way: ConsentWalk = { visits, isConsent: false, responses: [...start.responses, ...walked.responses], passed }
  if (visit === undefined) return ended(way, walked, walking)
  const isSame = isRepeated || (visit.response.status !== 200 && passed.length > 0 && hasEmptyFields(visit))
  const stopped = obstacle ?? (isSame ? sameAgain(visit) : undefined)
  if (stopped !== undefined) return { ...way, obstacle: stopped }
  return visit.response.status === 200 ? onConsentPage(way, visit) : way
}

const onConsentPage = (walk: ConsentWalk, visit: PageVisit): ConsentWalk => {
  const obstacle = sizeObstacle(visit)
  return obstacle === undefined ? { ...walk, isConsent: true } : { ...walk, obstacle }
}

/** Ends outside the target's pages. If a page names the permissions and leads to the callback, it was the consent page. */
const ended = (
  walk: ConsentWalk,
  { redirectedTo = '', redirectStatus }: NavigationResult,
  walking: Walking,
): ConsentWalk => {
  const last = walk.visits.at(-1)
  const isAtCallback = walking.isCallback(redirectedTo)
  const wasConsent = last !== undefined && !hasEmptyFields(last) && namesPermission(last, walking.permissions)
  if (isAtCallback && wasConsent) return { ...walk, isConsent: true }
  const isForeign = !isAtCallback && /^https?:/.test(redirectedTo) && !hasDecision(redirectedTo)
  return {
    ...walk,
    redirectedTo,
    ...(redirectStatus === undefined ? {} : { redirectStatus }),
    ...(isForeign ? { obstacle: originObstacle(redirectedTo, 'consent') } : {}),
  }
}

/** Returns whether an address carries a decision, as the callback does. */
export const hasDecision = (address: string): boolean => {
  const query = URL.parse(address)?.searchParams
  return query !== undefined && ['status', 'grants', 'denied'].some(name => query.has(name))
}

/**
 * Returns the next click on a page before the consent page, or the obstacle. `mayDecide`: it may be the consent page itself, so nothing
 * that grants or denies is pressed.
 */
const nextClick = (visit: PageVisit, steps: readonly Step[], mayDecide: boolean): PlannedClick | string => {
  const tooLarge = sizeObstacle(visit)
  if (tooLarge !== undefined) return tooLarge
  const beside = (last?: Control) =>
    onlyButton(buttonsOf(visit).filter(button => !last || shareForm(visit, button, last)))
  const { control, missing, isNamed, ...filling } = hintedOn(visit, steps, beside)
  const [hasTakenSteps, isAsked] = [filling.usedSteps > 0, hasEmptyFields(visit)]
  if (missing !== undefined && !isNamed && (hasTakenSteps || isAsked)) return notFound(visit, missing)
  const button = hasTakenSteps || isAsked ? control : beside()
  if (mayDecide && !hasTakenSteps && !isAsked && (!button || effectOf(button.name) !== undefined))
    return notKnown(visit, button)
  // A choice before a button with an unknown purpose may be the decision.
  const choices = controlsOf(visit).filter(({ role }) => role === 'radio')
  if (!hasTakenSteps && button && onwardRank(button) === unreadRank && choices.length > 0)
    return obstacleOf(
      `it is unclear which control leads to the consent page: ${describeControls(visit)}`,
      nameChoices(choices),
    )
  return (button && planClick(visit, button, filling)) ?? wayUnknown(visit, hasTakenSteps)
}

const otherWays = words(
  'another, other, different, switch, not you, not me, register, sign up, create, forgot*, anderer, anderes, autre, otra, otro',
)

/** Ranks how likely a button or link leads on; 0: it does not. */
const onwardRank = ({ role, name, intent }: Control): number => {
  if (otherWays.test(plain(name)) || intent.purpose === 'cancel') return 0
  if (intent.purpose === 'onward' || (intent.purpose !== 'aside' && isSending(name))) return role === 'button' ? 4 : 2
  if (speaksOfLoggingIn(name)) return role === 'button' ? 3 : 0
  return role === 'button' && intent.purpose !== 'aside' ? unreadRank : 0
}

/** The rank of a button without known words. */
const unreadRank = 1

/** Returns the button that most likely leads on; undefined if several are equally likely. */
const onlyButton = (buttons: readonly Control[]): Control | undefined => {
  const [best, second] = rankedBy(enabledFirst(buttons), onwardRank)
  const isSurer = best?.rank !== unreadRank && best?.control.isDisabled !== second?.control.isDisabled
  return best?.rank !== second?.rank || isSurer ? best?.control : undefined
}

const example = '["text:E-mail address=a@b.example", "text:Password=env:PASSWORD", "button:Sign in"]'

const ifConsent = 'if this is the consent page, name its controls in pages.consent.grant, .deny and .submit'

const notFound = (visit: PageVisit, step: Step): string =>
  obstacleOf(
    `the login needs ${describeStep(step)}, and ${describeControls(visit)}`,
    'correct pages.consent.login in the config',
  )

const wayUnknown = (visit: PageVisit, isAfterSteps: boolean): string => {
  if (!controlsOf(visit).some(isClickable) && isScripted(visit)) return scriptObstacle(visit, 'consent')
  return obstacleOf(
    `a page before the consent page cannot be passed: ${describeControls(visit)}`,
    `${isAfterSteps ? 'add the button to' : 'name the steps of the login under'} pages.consent.login in the config, such as ${example}; ${ifConsent}`,
  )
}

const notKnown = (visit: PageVisit, button: Control | undefined): string => {
  if (isScripted(visit)) return scriptObstacle(visit, 'consent')
  const step = button ? stepFor(button) : 'button:Continue'
  return obstacleOf(
    `it is unclear whether this is the consent page or one before it: ${describeControls(visit)}`,
    `name the way past it under pages.consent in the config, such as ${lineFor('login', [step])}; ${ifConsent}`,
  )
}

const sameAgain = (visit: PageVisit): string =>
  obstacleOf(
    `the login does not lead to the consent page: ${describePage(visit)} appears again, and ${describeControls(visit)}`,
    `correct the steps and values of pages.consent.login in the config; ${ifConsent}`,
  )
