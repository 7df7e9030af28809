import { plain, words } from '../document/control-intent.ts'
import { type Control, click, controlsOf, isClickable, textFieldsOf } from '../document/controls.ts'
import { oncePerDocument } from '../document/dom.ts'
import { formOf } from '../document/forms.ts'
import { isLive } from '../document/live-document.ts'
import { describeStep, type Step, stepsOf } from '../document/steps.ts'
import { stepsOnPage } from '../document/steps-on-page.ts'
import type { Submission } from '../document/submission.ts'
import type { ConsentLanding, PageRun } from '../driver.ts'
import { markOf } from '../visit/click-through.ts'
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
import { type ConsentControls, consentControlsOf } from './controls.ts'
import { isSending } from './intent.ts'
import { hasEmptyFields, isConsentPage, namesPermission } from './proof.ts'

/** The way from a request for permissions to the consent page, through a login if there is one. */
export type ConsentWalk = Omit<ConsentLanding, 'page' | 'steps' | 'decided'>

type Walking = {
  run: Pick<PageRun, 'pages'>
  browser: Browser
  permissions: readonly string[]
  /** Returns whether an address belongs to the requester. */
  isCallback: (address: string) => boolean
}

/** Pages before the consent page, at most. */
const mostClicks = 8

/** Addresses and lists of permissions for which the controls of one document are kept. */
const mostKnown = 8

/** What was found in a document, by its address and the permissions: documents do not change. */
const knownControls = oncePerDocument(() => new Map<string, ConsentControls>())

/** Returns the controls of a page, and what they decide about the permissions. */
export const consentControls = (
  { pages }: Walking['run'],
  visit: PageVisit,
  permissions: readonly string[],
): ConsentControls => {
  const known = knownControls(visit.$)
  const key = JSON.stringify([visit.url, permissions])
  const controls =
    known.get(key) ?? consentControlsOf(visit, permissions, action => stepsOf(pages.consent[action], pages.secrets))
  if (known.size >= mostKnown) known.clear()
  known.set(key, controls)
  return controls
}

/** Goes on from the first page to the consent page: by the steps of `pages.consent.login`, else by the only way onward. */
export const walkToConsent = async (walking: Walking, start: NavigationResult): Promise<ConsentWalk> => {
  const { run, browser, permissions } = walking
  const walk: ConsentWalk = { visits: [], isConsent: false, responses: [], passed: [] }
  let steps: readonly Step[] = stepsOf(run.pages.consent.login, run.pages.secrets)
  let at = start
  for (;;) {
    walk.responses.push(...at.responses)
    const { visit } = at
    if (visit === undefined) return ended(walk, at, walking)
    walk.visits.push(visit)
    const isRefused = visit.response.status !== 200
    if (isRefused && walk.passed.length > 0 && hasEmptyFields(visit)) return { ...walk, obstacle: sameAgain(visit) }
    if (isRefused) return walk
    if (isConsentPage(consentControls(run, visit, permissions), permissions)) return onConsentPage(walk, visit)
    const next = nextClick(visit, steps)
    if (typeof next === 'string') return { ...walk, obstacle: next }
    if (walk.passed.includes(next.mark) || walk.passed.length === mostClicks)
      return { ...walk, obstacle: sameAgain(visit) }
    walk.passed.push(next.mark)
    steps = steps.slice(next.used)
    at = await browser.submit(next.submission, visit)
  }
}

const onConsentPage = (walk: ConsentWalk, visit: PageVisit): ConsentWalk => {
  const obstacle = sizeObstacle(visit)
  return obstacle === undefined ? { ...walk, isConsent: true } : { ...walk, obstacle }
}

/** Ends beyond the target's pages. A page that names the permissions and leads to the callback was the consent page. */
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

type Onward = { submission: Submission; mark: string; used: number }

/** Returns the next click on a page before the consent page, or what is in the way. */
const nextClick = (visit: PageVisit, steps: readonly Step[]): Onward | string => {
  const tooLarge = sizeObstacle(visit)
  if (tooLarge !== undefined) return tooLarge
  const controls = controlsOf(visit)
  const { chosen, typed, clicked, last, used } = stepsOnPage([...controls, ...textFieldsOf(visit)], steps)
  const [missing] = steps.slice(used)
  // A button may be disabled until its fields are filled in: a browser fills them in and looks again.
  const filled = clicked === undefined && missing !== undefined && isLive(visit.$) ? last : undefined
  if (clicked === undefined && missing !== undefined && !filled && (used > 0 || hasEmptyFields(visit)))
    return notFound(visit, missing)
  const button =
    clicked ?? filled ?? onlyButton(controls.filter(control => last === undefined || shareForm(visit, control, last)))
  if (button === undefined) return wayUnknown(visit, controls, used > 0)
  if (used === 0 && hasEmptyFields(visit)) return wayUnknown(visit, controls, false)
  const submission = click(visit, { element: button.element, chosen, typed })
  if (submission === undefined) return wayUnknown(visit, controls, false)
  return { submission, mark: markOf(submission, button.name), used }
}

const shareForm = ({ $ }: PageVisit, a: Control, b: Control) => formOf($, a.element) === formOf($, b.element)

const loggingIn = words(
  'log in, login, sign in, signin, anmelden, einloggen, connexion, se connecter, iniciar sesion, entrar, accedi',
)
const otherWays = words(
  'another, other, different, switch, not you, not me, register, sign up, create, forgot*, anderer, anderes, autre, otra, otro',
)

/** Ranks how well a button or link leads on; 0: not at all. */
const onwardRank = ({ role, name, intent }: Control): number => {
  const text = plain(name)
  if (otherWays.test(text) || intent.purpose === 'cancel') return 0
  if (intent.purpose === 'onward' || (intent.purpose !== 'aside' && isSending(name))) return role === 'button' ? 4 : 2
  if (loggingIn.test(text)) return role === 'button' ? 3 : 0
  return role === 'button' && intent.purpose !== 'aside' ? 1 : 0
}

/** Returns the one button that leads on: the best, if no other is as good. */
const onlyButton = (controls: readonly Control[]): Control | undefined => {
  const ranked = controls
    .filter(isClickable)
    .map(control => ({ control, rank: onwardRank(control) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
  const [best, second] = ranked
  return best !== undefined && best.rank !== second?.rank ? best.control : undefined
}

const example = '["text:E-mail address=a@b.example", "text:Password=env:PASSWORD", "button:Sign in"]'

const ifConsent = 'if this is the consent page, name its controls in pages.consent.grant, .deny and .submit'

const notFound = (visit: PageVisit, step: Step): string =>
  obstacleOf(
    `the login needs ${describeStep(step)}, and ${describeControls(visit)}`,
    'correct pages.consent.login of the config',
  )

const wayUnknown = (visit: PageVisit, controls: readonly Control[], isAfterSteps: boolean): string => {
  if (!controls.some(isClickable) && isScripted(visit)) return scriptObstacle(visit, 'consent')
  return obstacleOf(
    `what comes before the consent page cannot be passed: ${describeControls(visit)}`,
    `${isAfterSteps ? 'add the button to' : 'name the steps of the login in'} pages.consent.login of the config, such as ${example}; ${ifConsent}`,
  )
}

const sameAgain = (visit: PageVisit): string =>
  obstacleOf(
    `the login does not lead to the consent page: ${describePage(visit)} comes again, and ${describeControls(visit)}`,
    `correct the steps and values of pages.consent.login of the config; ${ifConsent}`,
  )
