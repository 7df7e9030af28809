import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { ConsentLanding, PageSender } from '../../../harness/pages.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import {
  callbackQuery,
  isAtCallback,
  newUser,
  type OpenedRequest,
  scriptingUser,
} from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, redirectTarget, urlOf } from '../../support/kyc/grant-request.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

/** Fails the clause if an address leads to the callback. */
export const expectNoCallback = async (
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

/** Fails the clause if an ordinary request leads to the callback; blocks the check if it does not lead to its page. */
export const expectAsked = async (context: CheckContext): Promise<void> => {
  const request = grantRequest(context)
  const user = newUser(context)
  for (const what of ['loading the page', 'loading it again']) {
    const { obstacle } = await expectNoCallback({ user, request }, urlOf(context, request), what)
    if (obstacle !== undefined) blocked(obstacle)
  }
}

/** Fails the clause if the scripts of a page lead to the callback. */
export const expectNoScriptDecides = async (context: CheckContext): Promise<void> => {
  const user = scriptingUser(context)
  if (user === undefined) return context.untried('The effect of the scripts of the consent page: no browser runs them.')
  const request = grantRequest(context)
  await expectNoCallback({ user, request }, urlOf(context, request), 'loading the page in a browser')
}

/** Fails the clause if a page that is left open in a browser sends a grant, as a script may do after a delay. */
export const expectNoGrantWhileOpen = async (context: CheckContext): Promise<void> => {
  const { run, send, signal, idle, hold, check } = context
  const request = grantRequest(context)
  const grants: string[] = []
  const watched: PageSender['send'] = async toSend => {
    const response = await send(toSend)
    const landing = { redirectedTo: redirectTarget(response) ?? '' }
    if (isAtCallback(landing, request) && callbackQuery(landing).get('status') !== 'denied')
      grants.push(landing.redirectedTo)
    return response
  }
  const user = scriptingUser({ run, send: watched, signal, idle, hold, check })
  const { page } = (await user?.visit(urlOf(context, request), permissionsIn(request))) ?? {}
  if (page === undefined || page.$('script').length === 0) return
  await idle(pause(waits.leftOpen.ms[run.depth], signal))
  expectThat(grants.length === 0, 'a page that is left open grants', {
    expected: 'no grant without a click',
    actual: `to ${grants[0]}`,
  })
}

/** Fails the clause if loading an address that the page embeds grants anything. A callback in a page is never fetched. */
export const expectNoGrantAt = async ({ user, request }: OpenedRequest, address: string, what: string) => {
  const landing: Pick<ConsentLanding, 'redirectedTo'> = isAtCallback({ redirectedTo: address }, request)
    ? { redirectedTo: address }
    : await user.visit(address, permissionsIn(request))
  // A request may expire after a while, which is not a grant.
  const isGranted = isAtCallback(landing, request) && callbackQuery(landing).get('status') !== 'denied'
  expectThat(!isGranted, `${what} grants`, {
    expected: 'no grant without a click',
    actual: `to ${landing.redirectedTo}`,
  })
}
