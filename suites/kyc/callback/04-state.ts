import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import {
  callbackQuery,
  decideAsControl,
  decideOn,
  decideUnlessRefused,
  isAtCallback,
  newUser,
} from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { mostProbes } from '../../support/probe.ts'

type UrlWith = typeof urlOf

/** Opens the page of a request with a state; blocks the check if an obstacle prevents it. */
const visitWithState = async (context: CheckContext, state: string, urlWith: UrlWith = urlOf) => {
  const request = grantRequest(context, { state })
  const user = newUser(context)
  const landing = await user.visit(urlWith(context, request), permissionsIn(request))
  const { page, obstacle } = landing
  if (obstacle !== undefined) blocked(obstacle)
  return { request, user, landing, page: page?.response.status === 200 ? page : undefined }
}

/** Returns whether a plain state of the same length, including escapes, is refused: the document sets no maximum. */
const isTooLong = async (context: CheckContext, state: string): Promise<boolean> => {
  const { page } = await visitWithState(context, 'x'.repeat(inAddress(state).length))
  return page === undefined
}

/** Decides like `tryWithState`, and tries again if that does not lead to the callback: a temporary refusal says nothing about the state. */
export const decideWithState = async (context: CheckContext, state: string, urlWith: UrlWith = urlOf) => {
  for (let tries = 1; ; tries++) {
    const stated = await tryWithState(context, state, urlWith)
    if (stated === undefined || tries === mostProbes || isAtCallback(stated.landing, stated.request)) return stated
  }
}

/**
 * Decides on a request with a state; undefined if the target accepts none of that length. Blocks the check if a plain state does not
 * lead to the callback either.
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

/** Fails the clause unless the callback has the state unchanged. */
export const expectState = (stated: StatedLanding, state: string): void => {
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

/** Characters that a query value may contain unescaped (RFC 3986, section 3.4), except plus, which forms read as a space. */
export const unescapedMarks = '==;a=b:c@d/e?f!$g()*h,i~.-_=='

/** Fails the clause unless a state is returned; a target may refuse it for its characters or its length. */
export const expectBackUnlessRefused = async (context: CheckContext, state: string): Promise<void> => {
  const result = await decideUnlessRefused(context, { request: { state } })
  if (result === undefined) return
  const states = result.query.getAll('state')
  expectThat(states.length === 1 && states[0] === state, 'state is not returned unchanged', {
    expected: JSON.stringify(state.slice(-200)),
    actual: JSON.stringify(states.map(text => text.slice(-200))),
  })
}
