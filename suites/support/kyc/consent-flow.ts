import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { userOf } from '../../../harness/page-users.ts'
import type { ConsentLanding, ConsentPage, ConsentResult, Decision, PageSender, User } from '../../../harness/pages.ts'
import type { SubmissionChange } from '../../../harness/submission.ts'
import { describeLanding } from '../pages/describe-landing.ts'
import { expectShown } from '../pages/page-text.ts'
import { isSameAddress } from '../same-address.ts'
import { type GrantRequest, grantRequest, permissionsIn, urlOf } from './grant-request.ts'

/** A request, and the consent page that its user has opened. */
export type OpenedRequest = { request: GrantRequest; user: User; page: ConsentPage }

/** Where a decision led, and the query of the callback. */
export type DecisionResult = { opened: OpenedRequest; landing: ConsentResult; query: URLSearchParams }

/** How a user decides; by default grants everything. */
type Plan = { request?: Partial<GrantRequest>; decision?: Decision; change?: SubmissionChange; user?: User }

/** The parts of a check that a user needs; `hold` closes the user's browser with it. */
type Browsing = Pick<CheckContext, 'run' | 'send' | 'signal' | 'idle' | 'hold'> & Partial<Pick<CheckContext, 'check'>>

/** Creates a user with a browser, which never fetches an address at the origin of the callback. */
export const newUser = (context: Browsing, callbackUrl?: string): User =>
  userOf(context.run, context, [context.run.callbackUrl, ...(callbackUrl === undefined ? [] : [callbackUrl])])

/** Creates a user for work that only programs do, such as reading and forging a submission: never a person. */
export const programUser = ({ run, send, signal, idle, hold, check }: Browsing, callbackUrl = run.callbackUrl): User =>
  userOf(run, { send, signal, idle, hold, ...(check ? { check } : {}), program: true }, [run.callbackUrl, callbackUrl])

/** Creates a user whose browser runs scripts; undefined if no page of this run is opened in one. */
export const scriptingUser = (context: Pick<Browsing, 'run'> & PageSender): User | undefined => {
  const { consent } = context.run.pages.drivers
  const browser = [consent, consent.next].find(each => each?.name === 'browser')
  return browser?.user(context.run, context, [context.run.callbackUrl])
}

/** Opens the consent page of a request, in the user's browser if there is one; blocks the check if the page does not load. */
export const openConsentPage = async (
  context: CheckContext,
  changes: Partial<GrantRequest> = {},
  user?: User,
): Promise<OpenedRequest> => {
  const request = grantRequest(context, changes)
  const browser = user ?? newUser(context, request.callback_url)
  const page = await browser.open(urlOf(context, request), permissionsIn(request))
  const { status } = page.response
  if (status !== 200)
    blocked(`the consent page does not load (GRANT-01): ${summary(page.response)} at ${page.name}`, 'GRANT-01')
  return { request, user: browser, page }
}

/** Goes to the consent page of a correct request, through a login if there is one; blocks the check if it is not reached. */
export const visitControl = async (context: CheckContext): Promise<ConsentLanding> => {
  const request = grantRequest(context)
  const landing = await newUser(context).visit(urlOf(context, request), permissionsIn(request))
  const { isConsent, obstacle } = landing
  return isConsent ? landing : blocked(obstacle ?? `the control, a correct request, leads ${describeLanding(landing)}`)
}

/** Blocks the check if a user does not get as far as the control did, because of a login. */
export const requireReached = (landing: ConsentLanding, control: ConsentLanding): void => {
  const { isConsent, page, passed, obstacle } = landing
  const isJudged = isConsent || page?.response.status !== 200 || passed.length >= control.passed.length
  if (!isJudged && obstacle !== undefined) blocked(obstacle)
}

/** Returns the decision that grants some of the requested permissions and denies the others. */
export const decisionGranting = (requested: readonly string[], granted: readonly string[]): Decision => ({
  granted: requested.filter(permission => granted.includes(permission)),
  denied: requested.filter(permission => !granted.includes(permission)),
})

/** Returns whether a landing is at the callback of a request. */
export const isAtCallback = (
  { redirectedTo }: Pick<ConsentResult, 'redirectedTo'>,
  { callback_url }: GrantRequest,
): boolean => isSameAddress(redirectedTo, callback_url ?? '')

/** Returns the query of the callback; empty if there was no redirect. */
export const callbackQuery = ({ redirectedTo }: Pick<ConsentResult, 'redirectedTo'>): URLSearchParams =>
  URL.parse(redirectedTo ?? '')?.searchParams ?? new URLSearchParams()

const requestedPermissions = ({ request }: OpenedRequest): string[] => permissionsIn(request)

/** Decides on an opened request, wherever that leads. */
export const decideOn = async (opened: OpenedRequest, plan: Plan = {}): Promise<DecisionResult> => {
  const decision = plan.decision ?? { granted: requestedPermissions(opened), denied: [] }
  const landing = await opened.page.decide(decision, plan.change)
  return { opened, landing, query: callbackQuery(landing) }
}

/** Makes a request and decides on its page, wherever that leads. */
export const decide = async (context: CheckContext, plan: Plan = {}): Promise<DecisionResult> =>
  decideOn(await openConsentPage(context, plan.request, plan.user), plan)

/**
 * Like decide; undefined if the consent page is not reached, or does not accept the decision: a target may have a reason to refuse a
 * request, as long as it accepts an ordinary one.
 */
export const decideUnlessRefused = async (
  context: CheckContext,
  plan: Plan = {},
): Promise<DecisionResult | undefined> => {
  const request = grantRequest(context, plan.request)
  const user = plan.user ?? newUser(context, request.callback_url)
  const { page, isConsent } = await user.visit(urlOf(context, request), permissionsIn(request))
  if (!isConsent || page === undefined) return undefined
  const result = await decideOn({ request, user, page }, plan)
  return result.landing.redirectedTo === undefined ? undefined : result
}

/** Like decide, but blocks the check unless the decision leads to the callback. */
export const decideAsControl = async (context: CheckContext, plan: Plan = {}): Promise<DecisionResult> => {
  const result = await decide(context, plan)
  if (!isAtCallback(result.landing, result.opened.request))
    blocked(`the control, a decision on the page, does not lead to the callback: ${describeLanding(result.landing)}`)
  return result
}

/** Blocks the check if the page asks for the decision again, because a control on it was used incorrectly. */
export const requireDecided = ({ opened, landing }: DecisionResult): void => {
  const undecided = landing.page?.separate(requestedPermissions(opened)) ?? []
  if (undecided.length > 0) blocked(`the page asks for the decision again: ${describeLanding(landing)}`)
}

/** Like decide, but fails the clause unless the decision leads to the callback. */
export const expectCallback = async (context: CheckContext, plan: Plan = {}): Promise<DecisionResult> => {
  const result = await decide(context, plan)
  const { landing, opened } = result
  requireDecided(result)
  const { scripted, unseen } = opened.page
  expectShown({ scripted, unseen }, isAtCallback(landing, opened.request), {
    message: 'the user is not redirected to the callback',
    expected: opened.request.callback_url,
    actual: describeLanding(landing),
  })
  return result
}

/** Returns the members of a decision that a callback has twice, with different values. */
export const contradictoryMembers = (query: URLSearchParams): string[] =>
  ['status', 'grants', 'denied', 'user_ocid', 'state'].filter(name => new Set(query.getAll(name)).size > 1)

/** Returns the permissions in a list of the callback; undefined if the list is absent. */
export const listIn = (query: URLSearchParams, name: 'grants' | 'denied'): string[] | undefined =>
  query.get(name)?.split(',')

const sortedText = (list: readonly string[]) => JSON.stringify([...list].sort())

/** Returns whether two lists have the same items, in any order. */
export const isSameList = (actual: readonly string[] | undefined, expected: readonly string[]): boolean =>
  actual !== undefined && sortedText(actual) === sortedText(expected)
