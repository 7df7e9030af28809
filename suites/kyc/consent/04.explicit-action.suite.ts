import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat, fail } from '../../../harness/outcome.ts'
import type { ConsentLanding } from '../../../harness/pages.ts'
import { loadedBy } from '../../../pages/document/loaded.ts'
import { refreshOfPage } from '../../../pages/visit/form-browser.ts'
import { unlessQuick } from '../../members/samples.ts'
import {
  callbackQuery,
  decide,
  decideAsControl,
  isAtCallback,
  newUser,
  type OpenedRequest,
  openConsentPage,
  programUser,
  scriptingUser,
} from '../../support/kyc/consent-flow.ts'
import { expectForgeryRefused, rehearse, withoutTokens } from '../../support/kyc/forged-submission.ts'
import {
  type GrantRequest,
  grantRequest,
  pathOf,
  permissions,
  permissionsIn,
  urlBelow,
  urlOf,
} from '../../support/kyc/grant-request.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

/** Only an explicit action of the user decides. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

const expectNoCallback = async (
  { user, request }: Pick<OpenedRequest, 'user' | 'request'>,
  url: string,
  what: string,
) => {
  const landing = await user.visit(url, permissionsIn(request))
  expectThat(!isAtCallback(landing, request), `${what} leads to the callback`, {
    expected: 'the consent page',
    actual: describeLanding(landing),
  })
  return landing
}

/** Fails the clause if a usual request leads to the callback; blocks the check if something else than its page comes. */
const expectAsked = async (context: CheckContext): Promise<void> => {
  const request = grantRequest(context)
  const user = newUser(context)
  for (const what of ['loading the page', 'loading it again']) {
    const { obstacle } = await expectNoCallback({ user, request }, urlOf(context, request), what)
    if (obstacle !== undefined) blocked(obstacle)
  }
}

/** Fails the clause if the scripts of a page lead to the callback. */
const expectNoScriptDecides = async (context: CheckContext): Promise<void> => {
  const user = scriptingUser(context)
  if (user === undefined) return context.untried('What the scripts of the consent page do: no browser runs them.')
  const request = grantRequest(context)
  await expectNoCallback({ user, request }, urlOf(context, request), 'loading the page in a browser')
}

clause('CONSENT-04', 'page loaded, and loaded again', async context => {
  await expectAsked(context)
  const opened = await openConsentPage(context)
  await expectNoCallback(opened, opened.page.url, 'a refresh of the page')
  if (opened.page.scripted !== undefined) await expectNoScriptDecides(context)
})

/** Fails the clause if an address that a page has a browser load grants. A callback that a page names is never fetched. */
const expectNoGrant = async ({ user, request }: OpenedRequest, address: string, what: string) => {
  const landing: Pick<ConsentLanding, 'redirectedTo'> = isAtCallback({ redirectedTo: address }, request)
    ? { redirectedTo: address }
    : await user.visit(address, permissionsIn(request))
  // A request may be over after a while: that is no grant.
  const isGranted = isAtCallback(landing, request) && callbackQuery(landing).get('status') !== 'denied'
  expectThat(!isGranted, `${what} grants`, {
    expected: 'no grant without a click',
    actual: `to ${landing.redirectedTo}`,
  })
}

clause('CONSENT-04', 'page that is left open', async context => {
  const opened = await openConsentPage(context, {}, programUser(context))
  const refresh = refreshOfPage(opened.page)
  if (refresh === undefined || refresh.address === opened.page.url) return
  await expectNoGrant(opened, refresh.address, `where the page leads by itself after ${refresh.seconds} s`)
})

/** Addresses that are loaded for one page. */
const mostLoaded = 16

clause('CONSENT-04', 'images, scripts and frames of the page', async context => {
  const opened = await openConsentPage(context, {}, programUser(context))
  const { origin } = new URL(opened.page.url)
  const isTried = (address: string) =>
    address.startsWith(`${origin}/`) || isAtCallback({ redirectedTo: address }, opened.request)
  const addresses = loadedBy(opened.page).filter(isTried).slice(0, mostLoaded)
  for (const address of addresses)
    await expectNoGrant(opened, address, `loading ${new URL(address).pathname} for the page`)
})

/** What a request asks for, and whether it has a state. */
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

/** Returns the path of a submission that grants everything, or denies it, with the documented fields in its query. */
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
