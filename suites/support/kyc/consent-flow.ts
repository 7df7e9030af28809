import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { type HttpResponse, header } from '../../../harness/http/response.ts'
import { address } from '../../../harness/http/target.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { SubmissionChange } from '../../../harness/pages/click-through.ts'
import {
  type ConsentPage,
  type ConsentResult,
  createUser,
  type Decision,
  type User,
} from '../../../harness/pages/consent-page.ts'
import { resolve } from '../../../harness/pages/dom.ts'
import { permissions as every } from '../../../protocol/states.ts'
import { describeLanding } from '../describe-landing.ts'
import { isSameAddress } from '../url-match.ts'

/** The permissions that the document shows. */
export const permissions: readonly string[] = every

/** Every list that can be made of some permissions by leaving out others, the empty one included. */
export const sublists = (all: readonly string[]): string[][] =>
  all.reduce<string[][]>((lists, one) => lists.flatMap(list => [list, [...list, one]]), [[]])

/** A request for permissions, as a gateway makes it. Heading: GET /kyc/grant/{ocid}. */
export type Ask = {
  /** In the path. */
  ocid: number | string
  grants: string | undefined
  user_ocid: string | undefined
  callback_url: string | undefined
  state: string | undefined
}

/** A correct request, for two permissions unless told otherwise; what is changed to undefined is left out. */
export const ask = ({ requester, user, run, fresh }: CheckContext, changes: Partial<Ask> = {}): Ask => ({
  ocid: requester.ocid,
  grants: 'name,email',
  user_ocid: String(user.ocid),
  callback_url: run.callbackUrl,
  state: fresh('state'),
  ...changes,
})

/** The path of a request, below the base address. */
export const pathOf = ({ ocid, ...members }: Ask): string => {
  const given = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`],
  )
  return `/kyc/grant/${encodeURIComponent(ocid)}?${given.join('&')}`
}

/** Sends a request without following where it leads. */
export const send = (context: CheckContext, changes: Partial<Ask> = {}) => context.get(pathOf(ask(context, changes)))

/** Where an answer leads: Location, or Refresh where that is what it has; undefined where it leads nowhere. */
export const leadsTo = (response: HttpResponse): string | undefined => {
  const refresh = /url\s*=\s*["']?([^"']*)/i.exec((header(response, 'refresh') ?? '').slice(0, 4_096))?.[1]
  const told = header(response, 'location') ?? refresh
  return told === undefined ? undefined : (resolve(told, response.url) ?? told)
}

/** Whether an answer leads to a callback address, however that is written, or to its host. */
export const isToCallback = (response: HttpResponse, callbackUrl: string): boolean => {
  const to = leadsTo(response)
  if (to === undefined || callbackUrl === '') return false
  const host = URL.parse(callbackUrl, response.url)?.host ?? ''
  const isOwn = host === new URL(response.url).host
  const told = header(response, 'location') ?? ''
  return (
    to.startsWith(callbackUrl) ||
    told.startsWith(callbackUrl) ||
    (host !== '' && !isOwn && URL.parse(to)?.host === host)
  )
}

/** Whether a request is not refused: it leads to a page, or is one. */
export const isAdmitted = (response: HttpResponse): boolean =>
  !response.silence && response.status >= 200 && response.status < 400 && codeOf(response) === undefined

/** The control of a check: a correct request, which has to be admitted. */
export const control = async (context: CheckContext, changes: Partial<Ask> = {}): Promise<void> => {
  const response = await send(context, changes)
  if (!isAdmitted(response) || isToCallback(response, ask(context, changes).callback_url ?? ''))
    blocked(`the control, a correct request for permissions, is not accepted: ${summary(response)}`)
}

/** A request, and the page on which its user decides. */
export type Asked = { ask: Ask; user: User; page: ConsentPage }

/** A user with a browser of its own; what leads to the callback's origin is never fetched. */
export const userOf = (context: CheckContext, callbackUrl?: string): User =>
  createUser(context.run, context, [context.run.callbackUrl, ...(callbackUrl === undefined ? [] : [callbackUrl])])

/** The address of a path below the base address, for a browser. */
export const urlBelow = ({ run }: CheckContext, path: string): string => {
  const { origin, path: whole } = address(run, path)
  return origin + whole
}

/** A request's address for a browser. */
export const urlOf = (context: CheckContext, asked: Ask): string => urlBelow(context, pathOf(asked))

/** Makes a request and opens its page; blocked where it does not show. `user`: a browser that is open already. */
export const opened = async (context: CheckContext, changes: Partial<Ask> = {}, user?: User): Promise<Asked> => {
  const asked = ask(context, changes)
  const browser = user ?? userOf(context, asked.callback_url)
  const page = await browser.open(urlOf(context, asked))
  const { status } = page.response
  if (status !== 200) blocked(`the consent page does not show (GRANT-01): ${summary(page.response)}`)
  return { ask: asked, user: browser, page: legible(page) }
}

/** Blocked where the page is made by script, which this driver does not run. */
const legible = (page: ConsentPage): ConsentPage =>
  page.needsScript
    ? blocked('the consent page shows nothing to use without script: pages.consent.driver has to be browser')
    : page

/** A decision about everything that is asked for, and the request. */
export const decideOn = (all: readonly string[], granted: readonly string[]): Decision => ({
  granted: all.filter(one => granted.includes(one)),
  denied: all.filter(one => !granted.includes(one)),
})

/** What came back to the callback of a request. */
export type Decided = { asked: Asked; landing: ConsentResult; told: URLSearchParams }

export const isAtCallback = ({ redirectedTo }: ConsentResult, { callback_url }: Ask): boolean =>
  isSameAddress(redirectedTo, callback_url ?? '')

/** The query of the callback that a landing led to; empty where it led nowhere. */
export const queryOf = ({ redirectedTo }: ConsentResult): URLSearchParams =>
  URL.parse(redirectedTo ?? '')?.searchParams ?? new URLSearchParams()

type Plan = { ask?: Partial<Ask>; decision?: Decision; change?: SubmissionChange; user?: User }

/** A whole way: request, page, decision, callback. Breaks the clause where the user does not arrive there. */
export const decided = async (context: CheckContext, plan: Plan = {}): Promise<Decided> => {
  const way = await attempted(context, plan)
  if (isShownAgain(way)) blocked(`the page comes again and is not done with: ${describeLanding(way.landing)}`)
  expectThat(isAtCallback(way.landing, way.asked.ask), 'the user is not redirected to the callback', {
    expected: way.asked.ask.callback_url,
    actual: describeLanding(way.landing),
  })
  return way
}

/** Whether the page still asks for a decision: something on it was not used as it has to be. */
export const isShownAgain = ({ asked, landing }: Decided): boolean =>
  (landing.page?.separate((asked.ask.grants ?? '').split(',')).length ?? 0) > 0

/** The same, for a check whose clause says something else; blocked where the user does not arrive. */
export const arrived = async (context: CheckContext, plan: Plan = {}): Promise<Decided> => {
  const way = await attempted(context, plan)
  if (!isAtCallback(way.landing, way.asked.ask))
    blocked(`the control, a decision on the page, does not lead to the callback: ${describeLanding(way.landing)}`)
  return way
}

/** The same, wherever it leads. All that is asked for is granted, unless told otherwise. */
export const attempted = async (
  context: CheckContext,
  { ask: changes, decision, change, user }: Plan,
): Promise<Decided> => {
  const asked = await opened(context, changes, user)
  const all = (asked.ask.grants ?? '').split(',')
  const landing = await asked.page.decide(decision ?? { granted: all, denied: [] }, change)
  return { asked, landing, told: queryOf(landing) }
}

/** The permissions in a list of the callback; undefined where the list is not there. */
export const listIn = (told: URLSearchParams, name: 'grants' | 'denied'): string[] | undefined =>
  told.get(name)?.split(',')

const sorted = (list: readonly string[]) => JSON.stringify([...list].sort())

/** Whether two lists hold the same, each of it once. */
export const isSameList = (a: readonly string[] | undefined, b: readonly string[]): boolean =>
  a !== undefined && sorted(a) === sorted(b)
