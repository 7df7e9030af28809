import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { ConsentLanding, User } from '../../../harness/pages.ts'
import {
  callbackQuery,
  decideAsControl,
  decideOn,
  decisionGranting,
  isAtCallback,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import {
  type GrantRequest,
  grantRequest,
  permissionsIn,
  redirectTarget,
  urlOf,
} from '../../support/kyc/grant-request.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

/** Nothing but an action of the user grants, whatever is asked for, and however late. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

/** Tells whether an address is the callback of a request, with a grant. */
const isGrant = ({ redirectedTo = '' }: Pick<ConsentLanding, 'redirectedTo'>, request: GrantRequest): boolean =>
  isAtCallback({ redirectedTo }, request) &&
  ['granted', 'partial'].includes(callbackQuery({ redirectedTo }).get('status') ?? '')

const expectNoGrant = (landing: Pick<ConsentLanding, 'redirectedTo'>, request: GrantRequest, what: string) =>
  expectThat(!isGrant(landing, request), `${what} grants without an action of the user`, {
    expected: 'the consent page, or a refusal',
    actual: `to ${landing.redirectedTo}`,
  })

/** Parameters of other services that ask for an answer without a page, or that say what it is; this document has none of them. */
const otherParameters = [
  'prompt=none',
  'approval_prompt=auto&interactive=false&silent=true',
  'auto=1&auto_approve=true&skip_consent=true',
  'approve=true&approved=1&confirm=yes',
  'consent=granted&decision=granted&status=granted&action=approve',
  'consent=1',
  'granted_permissions=name,email',
]

clause('CONSENT-04', 'request with parameters of other services', async context => {
  const { opened } = await decideAsControl(context, { user: programUser(context) })
  const users = { 'of a new user': programUser(context), 'of a user who has decided before': opened.user }
  for (const [who, user] of Object.entries(users))
    await withEach(context, otherParameters, async parameter => {
      const request = grantRequest(context)
      const landing = await user.visit(`${urlOf(context, request)}&${parameter}`, permissionsIn(request))
      expectNoGrant(landing, request, `a request with ${parameter}, ${who},`)
    })
})

// Other checks may have decided on the same request before: the first visit is judged as the others are.
clause('CONSENT-04', 'same request after an earlier decision, without a state', async context => {
  const request = grantRequest(context, { state: undefined })
  const visit = async (user: User, who: string) => {
    const landing = await user.visit(urlOf(context, request), permissionsIn(request))
    expectNoGrant(landing, request, `a request without a state, like an earlier one, made by ${who},`)
    return landing
  }
  const user = programUser(context)
  const { page, isConsent, obstacle } = await visit(user, 'a user')
  if (!isConsent || page === undefined) return blocked(obstacle ?? 'the consent page does not load (GRANT-01)')
  const { landing } = await decideOn({ request, user, page })
  if (!isAtCallback(landing, request))
    blocked(`the control, a decision on the page, does not lead to the callback: ${describeLanding(landing)}`)
  await visit(user, 'the same user')
  await visit(programUser(context), 'a new user')
})

/** Asks for an address with HEAD, with the cookies of a page; returns where that leads. */
const headOf = async (context: CheckContext, address: string, cookies: readonly string[]) => {
  const { origin, pathname, search } = new URL(address)
  const headers: [string, string][] = cookies.length === 0 ? [] : [['cookie', cookies.join('; ')]]
  const response = await context.send({ method: 'HEAD', origin, path: pathname + search, headers }).evenSilent()
  const redirectedTo = redirectTarget(response)
  return redirectedTo === undefined ? {} : { redirectedTo }
}

clause('CONSENT-04', 'page that is asked for by HEAD', async context => {
  const requested = ['name', 'email']
  const decision = decisionGranting(requested, [])
  await decideAsControl(context, { user: programUser(context), decision })
  const opened = await openConsentPage(context, {}, programUser(context))
  const { page, request } = opened
  for (const address of [urlOf(context, request), page.url])
    expectNoGrant(await headOf(context, address, page.cookies), request, 'a HEAD of the page')
  // A page that is over after the HEAD says nothing of a grant.
  const decided = await unlessRefused(context, () => decideOn(opened, { decision }))
  expectNoGrant(decided?.landing ?? {}, request, 'a HEAD of the page, though the user then denied everything,')
})

clause('CONSENT-04', 'page that is opened again at the end of the run', async context => {
  const user = programUser(context)
  const { page, request } = await openConsentPage(context, {}, user)
  context.atEndOfRun(async () => {
    for (const address of [page.url, urlOf(context, request)])
      expectNoGrant(await user.visit(address, permissionsIn(request)), request, 'the page that is opened again later')
  })
})
