/** CALLBACK-04 · state comes back unchanged, whatever its characters, and is absent when none was given. */

import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { User } from '../../../harness/pages.ts'
import { anyState, printableState, printableStates, stateSamples } from '../../members/kyc-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { anySimilarities, type Similarity, similarities, similarTexts } from '../../members/values/similar-texts.ts'
import {
  type DecisionResult,
  decideAsControl,
  decideOn,
  decideUnlessRefused,
  decisionGranting,
  newUser,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { permissions, urlOf } from '../../support/kyc/grant-request.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { decideWithState, expectBackUnlessRefused, expectState, unescapedMarks } from './04-state.ts'
import { anyCombination, type Combination, decideOnCombination, pairs } from './combinations.ts'
import { extensions } from './extensions.ts'
import { atCallback, decideOnSecondPage, decision, grants, noSecondPage, requested } from './second-page.ts'

const { clause } = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

clause('CALLBACK-04', 'state beside a query and a fragment of the callback address', async context => {
  await decideAsControl(context)
  const base = context.run.callbackUrl.split(/[?#]/)[0] ?? ''
  const results = await withEach(context, [...extensions, '#part'], async extension => {
    const request = { callback_url: `${base}${extension}`, state: `${context.fresh('state')} a/b+c=%20` }
    const result = await decideUnlessRefused(context, { request })
    // A broken address, or one without the decision, fails CALLBACK-06.
    if (result?.query.get('status') !== 'granted') return false
    expectThat(result.query.get('state') === request.state, 'state is not returned unchanged', {
      expected: request.state,
      actual: describeLanding(result.landing),
    })
    return true
  })
  if (!results.includes(true)) notApplicable('The target accepts no callback address with a query or a fragment.')
})

const combinations = defineSuite({
  id: 'callback-combinations',
  roles: ['kyc'],
  operations: ['kyc.grant', 'kyc.submit'],
})

combinations.clause.property<Combination>('CALLBACK-04', 'state, whatever else a request has', async context => {
  await decideAsControl(context)
  return {
    arbitrary: () => anyCombination,
    examples: unlessQuick(context, pairs),
    runs: 1,
    test: async (on, combination) => {
      const decided = await decideOnCombination(on, combination)
      const states = decided?.result.query.getAll('state') ?? []
      const isBack = decided === undefined || states.join() === (decided.state ?? '')
      expectThat(isBack, 'state is not returned unchanged', {
        expected: decided?.state ?? 'no state',
        actual: decided && describeLanding(decided.result.landing),
      })
    },
  }
})

const again = defineSuite({ id: 'callback-again', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Decides on a page that was loaded twice; undefined if the target shows it only once, or accepts no decision on the second copy. */
const decideReloaded = async (context: CheckContext): Promise<DecisionResult | undefined> => {
  const user = programUser(context)
  const opened = await openConsentPage(context, { grants }, user)
  const { page, isConsent } = await user.visit(opened.page.url, requested)
  if (!isConsent || page === undefined) return undefined
  return atCallback(await unlessRefused(context, () => decideOn({ ...opened, page }, { decision })))
}

const expectReturned = ({ opened, landing, query }: DecisionResult, when: string): void =>
  expectThat(query.getAll('state').join() === opened.request.state, `state is not returned unchanged ${when}`, {
    expected: opened.request.state ?? '',
    actual: describeLanding(landing),
  })

again.clause('CALLBACK-04', 'state of a page that was loaded again', async context => {
  await decideAsControl(context, { request: { grants }, decision, user: programUser(context) })
  const result = (await decideReloaded(context)) ?? notApplicable('The target shows a consent page only once.')
  expectReturned(result, 'where the page was loaded twice')
})

again.clause('CALLBACK-04', 'state after answers were left out', async context => {
  await decideAsControl(context, { request: { grants }, decision, user: programUser(context) })
  expectReturned(
    (await decideOnSecondPage(context)) ?? notApplicable(noSecondPage),
    'where the page asked again for answers',
  )
})

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
  { firstLook: true },
)

clause('CALLBACK-04', 'state with marks that are not escaped', async context => {
  const state = context.fresh('state') + unescapedMarks
  const landing = await decideWithState(
    context,
    state,
    (on, request) => `${urlOf(on, { ...request, state: undefined })}&state=${state}`,
  )
  expectState(landing, state)
})

// In the document, a form carries the state, and forms send a line feed as CR LF: GRANT-08 observes that.
clause('CALLBACK-04', { id: 'state-with-the-ends-of-lines', title: 'state with line breaks' }, async context => {
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

/**
 * Fails the clause if the callback of a request without a state has the state of an earlier request of the browser; the request may
 * be refused.
 */
const expectNoState = async (context: CheckContext, user: User, before: string): Promise<void> => {
  const { landing, query } = (await decideUnlessRefused(context, { request: { state: undefined }, user })) ?? {}
  expectThat(!query?.has('state'), `the callback has a state although only an earlier request had one, ${before}`, {
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

/** A state, or null for none, and how many of three permissions are granted. */
type StatedDecision = { state: string | null; granted: number }

const three = permissions.slice(0, 3)

/** Decides on a request with a state; fails the clause unless the state is returned. Returns whether the request was accepted. */
const expectStateBack = async (context: CheckContext, { state, granted }: StatedDecision): Promise<boolean> => {
  const result = await decideUnlessRefused(context, {
    request: { grants: three.join(','), state: state ?? undefined },
    decision: decisionGranting(three, three.slice(0, granted)),
  })
  if (result === undefined) return false
  const states = result.query.getAll('state')
  // An empty state may count as none.
  const isBack = state ? states.length === 1 && states[0] === state : states.length === 0 || states.join() === state
  expectThat(isBack, 'state is not returned unchanged', {
    expected: state ?? 'no state',
    actual: result.landing.redirectedTo,
  })
  return true
}

/** Blocks the check if the target refused everything. */
const requireTaken = (isAnyTaken: boolean): void => {
  if (!isAnyTaken) blocked('the target refused every state that was tried: make it accept some during the run')
}

clause.property<StatedDecision>('CALLBACK-04', 'any state with any decision', async context => {
  await decideAsControl(context)
  let isAnyTaken = false
  return {
    arbitrary: () =>
      fc.record({
        granted: fc.nat({ max: three.length }),
        state: fc.option(anyState, { freq: 4 }),
      }),
    // A request without a state is always accepted, even if the target refuses every drawn state.
    examples: [
      { state: null, granted: 1 },
      ...unlessQuick(
        context,
        [...stateSamples, null, null].map((state, at) => ({ state, granted: at % (three.length + 1) })),
      ),
    ],
    runs: 6,
    areIndependent: true,
    test: async (on, decision) => {
      isAnyTaken = (await expectStateBack(on, decision)) || isAnyTaken
    },
    finally: async () => requireTaken(isAnyTaken),
  }
})

clause.property<Similarity[]>(
  'CALLBACK-04',
  { id: 'states-that-are-alike', title: 'similar states' },
  async context => {
    await decideAsControl(context)
    let isAnyTaken = false
    return {
      arbitrary: () => anySimilarities,
      examples: unlessQuick(context, [[...similarities]]),
      runs: 2,
      test: async (on, chosen) => {
        // The last one is plain: a target may refuse all the others for their form.
        const states = [on.fresh('state'), ...similarTexts(on.fresh('state'), chosen)]
        const taken = await Promise.all(states.map(state => expectStateBack(on, { state, granted: 1 })))
        isAnyTaken ||= taken.includes(true)
      },
      finally: async () => requireTaken(isAnyTaken),
    }
  },
)
