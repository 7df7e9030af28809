import { permissions as every } from '../../protocol/states.ts'
import { isAddress } from '../addressed.ts'
import { type Answer, header } from '../harness/answer.ts'
import { type ConsentLanding, type ConsentPage, createUser, type Decision, type User } from '../harness/consent.ts'
import { resolve } from '../harness/document.ts'
import { blocked, holds } from '../harness/outcome.ts'
import type { Change } from '../harness/page.ts'
import { codeOf, summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { address } from '../harness/target.ts'

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
export const ask = ({ requester, user, session, fresh }: Stage, changes: Partial<Ask> = {}): Ask => ({
  ocid: requester.ocid,
  grants: 'name,email',
  user_ocid: String(user.ocid),
  callback_url: session.callbackUrl,
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
export const send = (stage: Stage, changes: Partial<Ask> = {}) => stage.get(pathOf(ask(stage, changes)))

/** Where an answer leads: Location, or Refresh where that is what it has; undefined where it leads nowhere. */
export const leadsTo = (answer: Answer): string | undefined => {
  const refresh = /url\s*=\s*["']?([^"']*)/i.exec((header(answer, 'refresh') ?? '').slice(0, 4_096))?.[1]
  const told = header(answer, 'location') ?? refresh
  return told === undefined ? undefined : (resolve(told, answer.url) ?? told)
}

/** Whether an answer leads to a callback address, however that is written, or to its host. */
export const isToCallback = (answer: Answer, callbackUrl: string): boolean => {
  const to = leadsTo(answer)
  if (to === undefined || callbackUrl === '') return false
  const host = URL.parse(callbackUrl, answer.url)?.host ?? ''
  const isOwn = host === new URL(answer.url).host
  const told = header(answer, 'location') ?? ''
  return (
    to.startsWith(callbackUrl) ||
    told.startsWith(callbackUrl) ||
    (host !== '' && !isOwn && URL.parse(to)?.host === host)
  )
}

/** Whether a request is not refused: it leads to a page, or is one. */
export const isAdmitted = (answer: Answer): boolean =>
  !answer.silence && answer.status >= 200 && answer.status < 400 && codeOf(answer) === undefined

/** The control of a check: a correct request, which has to be admitted. */
export const control = async (stage: Stage, changes: Partial<Ask> = {}): Promise<void> => {
  const answer = await send(stage, changes)
  if (!isAdmitted(answer) || isToCallback(answer, ask(stage, changes).callback_url ?? ''))
    blocked(`the control, a correct request for permissions, is not accepted: ${summary(answer)}`)
}

/** A request, and the page on which its user decides. */
export type Asked = { ask: Ask; user: User; page: ConsentPage }

/** A user with a browser of its own; what leads to the callback's origin is never fetched. */
export const userOf = (stage: Stage, callbackUrl?: string): User =>
  createUser(stage.session, stage, [stage.session.callbackUrl, ...(callbackUrl === undefined ? [] : [callbackUrl])])

/** The address of a path below the base address, for a browser. */
export const urlBelow = ({ session }: Stage, path: string): string => {
  const { origin, path: whole } = address(session, path)
  return origin + whole
}

/** A request's address for a browser. */
export const urlOf = (stage: Stage, asked: Ask): string => urlBelow(stage, pathOf(asked))

/** Makes a request and opens its page; blocked where it does not show. `user`: a browser that is open already. */
export const opened = async (stage: Stage, changes: Partial<Ask> = {}, user?: User): Promise<Asked> => {
  const asked = ask(stage, changes)
  const browser = user ?? userOf(stage, asked.callback_url)
  const page = await browser.open(urlOf(stage, asked))
  const { status } = page.answer
  if (status !== 200) blocked(`the consent page does not show (GRANT-01): ${summary(page.answer)}`)
  return { ask: asked, user: browser, page: legible(page) }
}

/** Blocked where the page is made by script, which this driver does not run. */
export const legible = (page: ConsentPage): ConsentPage =>
  page.needsScript
    ? blocked('the consent page shows nothing to use without script: pages.consent.driver has to be browser')
    : page

/** A decision about everything that is asked for, and the request. */
export const decideOn = (all: readonly string[], granted: readonly string[]): Decision => ({
  granted: all.filter(one => granted.includes(one)),
  denied: all.filter(one => !granted.includes(one)),
})

/** What came back to the callback of a request. */
export type Decided = { asked: Asked; landing: ConsentLanding; told: URLSearchParams }

/** How a landing reads in a report. */
export const whereTo = ({ redirectedTo, page, answers }: ConsentLanding): string => {
  if (redirectedTo !== undefined) return `to ${redirectedTo.slice(0, 300)}`
  return `${answers.at(-1)?.status || 'no answer'}, the page “${(page?.text ?? '').slice(0, 120)}”`
}

export const isAtCallback = ({ redirectedTo }: ConsentLanding, { callback_url }: Ask): boolean =>
  isAddress(redirectedTo, callback_url ?? '')

/** The query of the callback that a landing led to; empty where it led nowhere. */
export const queryOf = ({ redirectedTo }: ConsentLanding): URLSearchParams =>
  URL.parse(redirectedTo ?? '')?.searchParams ?? new URLSearchParams()

type Plan = { ask?: Partial<Ask>; decision?: Decision; change?: Change; user?: User }

/** A whole way: request, page, decision, callback. Breaks the clause where the user does not arrive there. */
export const decided = async (stage: Stage, plan: Plan = {}): Promise<Decided> => {
  const way = await attempted(stage, plan)
  if (isShownAgain(way)) blocked(`the page comes again and is not done with: ${whereTo(way.landing)}`)
  holds(isAtCallback(way.landing, way.asked.ask), 'the user is not redirected to the callback', {
    expected: way.asked.ask.callback_url,
    actual: whereTo(way.landing),
  })
  return way
}

/** Whether the page still asks for a decision: something on it was not used as it has to be. */
export const isShownAgain = ({ asked, landing }: Decided): boolean =>
  (landing.page?.separate((asked.ask.grants ?? '').split(',')).length ?? 0) > 0

/** The same, for a check whose clause says something else; blocked where the user does not arrive. */
export const arrived = async (stage: Stage, plan: Plan = {}): Promise<Decided> => {
  const way = await attempted(stage, plan)
  if (!isAtCallback(way.landing, way.asked.ask))
    blocked(`the control, a decision on the page, does not lead to the callback: ${whereTo(way.landing)}`)
  return way
}

/** The same, wherever it leads. All that is asked for is granted, unless told otherwise. */
export const attempted = async (stage: Stage, { ask: changes, decision, change, user }: Plan): Promise<Decided> => {
  const asked = await opened(stage, changes, user)
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
