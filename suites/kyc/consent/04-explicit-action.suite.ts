/**
 * CONSENT-04 · Nothing is decided without an action of the user: loading the page, a refresh, a GET, a form of another
 * site do not lead to the callback; nor do scripts (seen only with the browser driver).
 */

import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat, fail } from '../../../harness/outcome.ts'
import type { ConsentLanding, User } from '../../../harness/pages.ts'
import { loadedBy } from '../../../pages/document/loaded.ts'
import { refreshOfPage } from '../../../pages/visit/form-browser.ts'
import { unlessQuick } from '../../members/samples.ts'
import {
  callbackQuery,
  decide,
  decideAsControl,
  decideOn,
  decisionGranting,
  isAtCallback,
  newUser,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { expectForgeryRefused, rehearse, withoutTokens } from '../../support/kyc/forged-submission.ts'
import {
  type GrantRequest,
  grantRequest,
  pathOf,
  permissions,
  permissionsIn,
  redirectTarget,
  urlBelow,
  urlOf,
} from '../../support/kyc/grant-request.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import {
  expectAsked,
  expectNoCallback,
  expectNoGrantAt,
  expectNoGrantWhileOpen,
  expectNoScriptDecides,
} from './04-nothing-decided.ts'

const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

clause('CONSENT-04', 'page loaded, and loaded again', async context => {
  await expectAsked(context)
  const opened = await openConsentPage(context)
  await expectNoCallback(opened, opened.page.url, 'a refresh of the page')
  if (opened.page.scripted !== undefined) await expectNoScriptDecides(context)
})

clause('CONSENT-04', 'page that is left open', async context => {
  const opened = await openConsentPage(context, {}, programUser(context))
  const refresh = refreshOfPage(opened.page)
  if (refresh !== undefined && refresh.address !== opened.page.url)
    await expectNoGrantAt(opened, refresh.address, `where the page leads by itself after ${refresh.seconds} s`)
  await expectNoGrantWhileOpen(context)
})

/** Maximum number of addresses to load for one page. */
const mostLoaded = 16

clause('CONSENT-04', 'images, scripts and frames of the page', async context => {
  const opened = await openConsentPage(context, {}, programUser(context))
  const { origin } = new URL(opened.page.url)
  const isTried = (address: string) =>
    address.startsWith(`${origin}/`) || isAtCallback({ redirectedTo: address }, opened.request)
  const addresses = loadedBy(opened.page).filter(isTried).slice(0, mostLoaded)
  for (const address of addresses)
    await expectNoGrantAt(opened, address, `loading ${new URL(address).pathname} for the page`)
})

/** The permissions of a request, and whether it has a state. */
type AnyRequest = { grants: string[]; isStated: boolean }

clause.property<AnyRequest>('CONSENT-04', 'any request', async context => {
  await expectAsked(context)
  return {
    arbitrary: () =>
      fc.record({ grants: fc.shuffledSubarray([...permissions], { minLength: 1 }), isStated: fc.boolean() }),
    examples: unlessQuick(context, [
      ...permissions.map(permission => ({ grants: [permission], isStated: true })),
      { grants: [...permissions], isStated: false },
    ]),
    runs: 2,
    test: async (on, { grants, isStated }) => {
      const request = grantRequest(on, { grants: grants.join(), ...(isStated ? {} : { state: undefined }) })
      const what = `a request for ${grants.join(', ')}`
      await expectNoCallback({ user: newUser(on), request }, urlOf(on, request), what)
    },
  }
})

/** Returns the path of a submission that grants or denies everything, with the documented fields in its query. */
const submitPath = (request: GrantRequest, decided: 'granted' | 'denied') => {
  const path = pathOf({ ...request, grants: undefined }).replace('?', '/submit?')
  const [granted, denied] = decided === 'granted' ? [request.grants, ''] : ['', request.grants]
  return `${path}&granted_permissions=${granted}&denied_permissions=${denied}`
}

clause('CONSENT-04', 'documented fields by GET', async context => {
  await decideAsControl(context)
  for (const decided of ['granted', 'denied'] as const) {
    const opened = await openConsentPage(context)
    const url = urlBelow(context, submitPath(opened.request, decided))
    await expectNoCallback(opened, url, `a GET of the documented fields, with everything ${decided},`)
  }
})

clause('CONSENT-04', "page's own fields by GET", async context => {
  const { landing: control } = await decideAsControl(context, { user: programUser(context) })
  const lastStep = control.steps.length - 1
  const submission = control.steps[lastStep]
  if (submission?.method === 'GET') fail('a GET decides', { expected: 'a POST', actual: `GET ${submission.url}` })
  const { landing, opened } = await decide(context, {
    change: (submission, step) => (step >= lastStep ? { ...submission, method: 'GET' } : submission),
  })
  expectThat(!isAtCallback(landing, opened.request), 'a GET with the fields of the page decides', {
    expected: 'no redirect to the callback',
    actual: describeLanding(landing),
  })
})

clause('CONSENT-04', 'request after an earlier decision', async context => {
  const { opened } = await decideAsControl(context)
  const request = grantRequest(context)
  const what = 'a further request for permissions that were granted before'
  await expectNoCallback({ ...opened, request }, urlOf(context, request), what)
})

clause('CONSENT-04', 'form of another site', async context => {
  const rehearsal = await rehearse(context)
  await expectForgeryRefused(context, rehearsal, submission => withoutTokens(submission, rehearsal))
})

/** Returns whether an address is the callback of a request with a grant. */
const isGrant = ({ redirectedTo = '' }: Pick<ConsentLanding, 'redirectedTo'>, request: GrantRequest): boolean =>
  isAtCallback({ redirectedTo }, request) &&
  ['granted', 'partial'].includes(callbackQuery({ redirectedTo }).get('status') ?? '')

const expectNoGrant = (landing: Pick<ConsentLanding, 'redirectedTo'>, request: GrantRequest, what: string) =>
  expectThat(!isGrant(landing, request), `${what} grants without an action of the user`, {
    expected: 'the consent page, or a refusal',
    actual: `to ${landing.redirectedTo}`,
  })

/** Parameters of other services that request an answer without a page, or give the answer; this document defines none of them. */
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

// Other checks may have decided on the same request before: the first visit is judged like the others.
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

/** Requests an address with HEAD and the cookies of a page; returns the landing. */
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
  // A page that has expired after the HEAD says nothing about a grant.
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
