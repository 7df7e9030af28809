import type { CheckContext } from '../../harness/context.ts'
import { inFrontText } from '../../harness/http/in-front.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { userOf } from '../../harness/page-users.ts'
import type { ConsentLanding, User } from '../../harness/pages.ts'
import { describePage } from '../../pages/visit/page-visit.ts'
import { note, type PreflightResult, problem, warning, working, wrongSetUp } from './finding.ts'
import { unlessBlocked } from './unless-blocked.ts'

/** The codes of a KYC provider that refuses an unregistered user or requester. */
const unregisteredCodes = new Set(['USER_NOT_FOUND', 'UNKNOWN_OCID', 'KYC_NOT_COMPLETE', 'GRANT_NOT_AUTHORIZED'])

/**
 * Checks that a KYC provider knows the user and the requester, by opening the consent page as the checks do, through a login if there is
 * one.
 */
export const userFindings = (context: CheckContext): Promise<PreflightResult> =>
  unlessBlocked(async () => {
    const { requester, user, run } = context
    const query = new URLSearchParams({
      grants: 'name',
      user_ocid: String(user.ocid),
      callback_url: run.callbackUrl,
    })
    const url = context.url(`/kyc/grant/${requester.ocid}?${query}`)
    const first = userOf(run, context)
    const landing = await first.visit(url.href, ['name'])
    const code = answersTo(landing).map(codeOf).find(isUnregisteredCode)
    if (code !== undefined) return wrongSetUp(unregistered(context, code))
    const found = pageFinding(landing)
    if (
      !landing.isConsent ||
      (await canBeSideBySide(context, { user: first, landing, url: url.href }).catch(() => true))
    )
      return found
    return { findings: [...found.findings, note('users', sideBySide)], obstacles: { sideBySide } }
  }, 'users')

/** Returns the answer to the request, and each document that it led to. Requests of scripts of the pages are unrelated. */
const answersTo = ({ responses, visits }: ConsentLanding): HttpResponse[] => [
  ...responses.slice(0, 1),
  ...visits.map(({ response }) => response),
]

const isUnregisteredCode = (code: unknown): code is string => typeof code === 'string' && unregisteredCodes.has(code)

const sideBySide = 'A user has one open request for permissions at a time, so the checks run one at a time.'

type FirstRequest = { user: User; landing: ConsentLanding; url: string }

/**
 * Makes two requests for one user at the same time; reports whether both lead to the consent page, and whether the first page still loads,
 * if it could be loaded again before. A request without a response is inconclusive.
 */
const canBeSideBySide = async (context: CheckContext, { user, landing, url }: FirstRequest): Promise<boolean> => {
  const isShown = async (one: User, address: string) => (await one.visit(address, ['name'])).isConsent
  const isFirstShown = async () => landing.page !== undefined && isShown(user, landing.page.url)
  const isReloadable = await isFirstShown()
  const others = [userOf(context.run, context), userOf(context.run, context)]
  const shown = await Promise.all(others.map(other => isShown(other, url)))
  return shown.every(Boolean) && (!isReloadable || (await isFirstShown()))
}

const pageFinding = ({ isConsent, obstacle, visits, redirectedTo, responses }: ConsentLanding): PreflightResult => {
  const before = visits.slice(0, -1).map(describePage)
  const way = before.length === 0 ? '' : `, by way of ${before.join(', ')}`
  if (isConsent) return { findings: [working('users', `A request leads to the consent page${way}.`)] }
  const last = responses.at(-1)
  const end = redirectedTo === undefined ? (last ? endOf(last) : 'no response') : `to ${redirectedTo.slice(0, 200)}`
  const [cause, ...remedy] = (obstacle ?? end).split('; ')
  const message = `A request does not lead to the consent page: ${cause}.`
  return { findings: [warning('users', message, remedy.length > 0 ? `${remedy.join('; ')}.` : undefined)] }
}

const endOf = (last: HttpResponse): string =>
  last.inFront === undefined ? summary(last) : inFrontText('it', last).replace('. ', '; ')

const unregistered = ({ requester, user }: CheckContext, code: string) =>
  problem(
    'users',
    `The target refuses a request by ${requester.ocid} for ${user.ocid} with ${code}.`,
    'Register the requesters and users that provisioning.json lists under kyc; the KYC of the first user is complete.',
  )
