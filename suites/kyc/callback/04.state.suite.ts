import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { User } from '../../../harness/pages.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import { printableState, printableStates } from '../../members/kyc-messages.ts'
import {
  callbackQuery,
  decideAsControl,
  decideOn,
  decideUnlessRefused,
  isAtCallback,
  newUser,
  openConsentPage,
} from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { mostProbes } from '../../support/probe.ts'

/** The callback returns the state unchanged. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

type UrlWith = typeof urlOf

/** Goes to the page of a request with a state; blocks the check where something is in the way. */
const visitWithState = async (context: CheckContext, state: string, urlWith: UrlWith = urlOf) => {
  const request = grantRequest(context, { state })
  const user = newUser(context)
  const landing = await user.visit(urlWith(context, request), permissionsIn(request))
  const { page, obstacle } = landing
  if (obstacle !== undefined) blocked(obstacle)
  return { request, user, landing, page: page?.response.status === 200 ? page : undefined }
}

/** Tells whether a plain state that is as long as another one, escapes included, is refused: the document shows no largest size. */
const isTooLong = async (context: CheckContext, state: string): Promise<boolean> => {
  const { page } = await visitWithState(context, 'x'.repeat(inAddress(state).length))
  return page === undefined
}

/** Decides as below, and again where that does not lead to the callback: a page may be refused for a moment, which tells nothing of the state. */
const decideWithState = async (context: CheckContext, state: string, urlWith: UrlWith = urlOf) => {
  for (let tries = 1; ; tries++) {
    const stated = await tryWithState(context, state, urlWith)
    if (stated === undefined || tries === mostProbes || isAtCallback(stated.landing, stated.request)) return stated
  }
}

/**
 * Decides on a request with a state; undefined if the target takes none as long. Blocks the check if a request with a plain state does
 * not lead to the callback either.
 */
const tryWithState = async (context: CheckContext, state: string, urlWith: UrlWith) => {
  const { request, user, landing, page } = await visitWithState(context, state, urlWith)
  if (page === undefined) {
    await decideAsControl(context)
    return (await isTooLong(context, state)) ? undefined : { landing, request, query: callbackQuery(landing) }
  }
  const result = await decideOn({ request, user, page })
  if (!isAtCallback(result.landing, request)) await decideAsControl(context)
  return { landing: result.landing, request, query: result.query }
}

type StatedLanding = Awaited<ReturnType<typeof decideWithState>>

const expectState = (stated: StatedLanding, state: string): void => {
  if (stated === undefined) return
  const { landing, request, query } = stated
  expectThat(isAtCallback(landing, request), 'a request with this state does not lead to the callback', {
    expected: request.callback_url,
    actual: describeLanding(landing),
    at: landing.responses.at(-1),
  })
  const states = query.getAll('state')
  expectThat(states.length === 1 && states[0] === state, 'state is not returned unchanged', {
    expected: state,
    actual: landing.redirectedTo,
  })
}

clause.property(
  'CALLBACK-04',
  'state comes back unchanged',
  {
    arbitrary: () => printableState,
    examples: printableStates,
    runs: 20,
    areIndependent: true,
    test: async (context, state) => expectState(await decideWithState(context, state), state),
  },
  { firstLook: true, long: true },
)

/** Marks that a value of a query has without an escape (RFC 3986, section 3.4), a plus aside, which forms read as a blank. */
const unescapedMarks = '==;a=b:c@d/e?f!$g()*h,i~.-_=='

clause('CALLBACK-04', 'state with marks that are not escaped', async context => {
  const state = context.fresh('state') + unescapedMarks
  const landing = await decideWithState(
    context,
    state,
    (on, request) => `${urlOf(on, { ...request, state: undefined })}&state=${state}`,
  )
  expectState(landing, state)
})

/** Fails the clause unless a state comes back; a target may refuse it for its characters or its length. */
const expectBackUnlessRefused = async (context: CheckContext, state: string): Promise<void> => {
  const result = await decideUnlessRefused(context, { request: { state } })
  if (result === undefined) return
  const states = result.query.getAll('state')
  expectThat(states.length === 1 && states[0] === state, 'state is not returned unchanged', {
    expected: JSON.stringify(state.slice(-200)),
    actual: JSON.stringify(states.map(text => text.slice(-200))),
  })
}

// A form, which the document has carry the state, sends a line feed alone as a carriage return with a line feed: GRANT-08 observes it.
clause('CALLBACK-04', 'state with the ends of lines', async context => {
  await decideAsControl(context)
  await expectBackUnlessRefused(context, `${context.fresh('state')}\r\nb\r\nc`)
})

const longStates = [1_100, 2_100, 6_500, 10_000]

clause('CALLBACK-04', 'state that is very long', async context => {
  await decideAsControl(context)
  await withEach(context, longStates, length =>
    expectBackUnlessRefused(context, `${'x'.repeat(length)}-${context.fresh('state')}`),
  )
})

clause('CALLBACK-04', 'no state', async context => {
  const { query } = await decideAsControl(context, { request: { state: undefined } })
  expectThat(!query.has('state'), 'the callback has a state although the request had none', {
    expected: 'no state',
    actual: query.toString(),
  })
})

/** Fails the clause if the callback of a request without a state has one, which an earlier request of the browser had; it may be refused. */
const expectNoState = async (context: CheckContext, user: User, before: string): Promise<void> => {
  const { landing, query } = (await decideUnlessRefused(context, { request: { state: undefined }, user })) ?? {}
  expectThat(!query?.has('state'), `the callback has a state although only a request before it had one, ${before}`, {
    expected: 'no state',
    actual: landing?.redirectedTo,
  })
}

clause('CALLBACK-04', 'no state after a request of the same browser with one', async context => {
  const decider = newUser(context)
  await decideAsControl(context, { user: decider })
  await expectNoState(context, decider, 'which was decided')
  const leaver = newUser(context)
  await unlessRefused(context, () => openConsentPage(context, {}, leaver))
  await expectNoState(context, leaver, 'which was left open')
})
