/**
 * CALLBACK-05 · grants and denied are the user's decision exactly: together the requested permissions, without overlap.
 */

import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { ConsentPage, Decision } from '../../../harness/pages.ts'
import { createJoiner, describeRace, race, roundsOf } from '../../../harness/race.ts'
import { unlessQuick } from '../../members/samples.ts'
import {
  callbackQuery,
  decideAsControl,
  decideOn,
  decideUnlessRefused,
  decisionGranting,
  isAtCallback,
  isSameList,
  listIn,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { isAdmitted, permissions, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import {
  changeAfterControl,
  contradictionsIn,
  documentedLists,
  oppositeFields,
} from '../../support/kyc/tampered-submission.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { decideOnSecondPage, decision, grants, noSecondPage, requested } from './second-page.ts'

const { clause } = defineSuite({ id: 'callback-again', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

const plain = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Permissions in any order, and which of them are granted. */
const anyDecision = fc
  .shuffledSubarray([...permissions], { minLength: 1 })
  .chain(all => fc.record({ all: fc.constant(all), granted: fc.subarray(all) }))

const nonEmpty = (list: readonly string[] = []): string[] => list.filter(item => item !== '')

plain.clause.property('CALLBACK-05', 'exactly the decision', {
  arbitrary: () => anyDecision,
  examples: [
    { all: ['liveness', 'id_card', 'phone', 'email', 'name'], granted: ['name'] },
    { all: ['phone', 'name', 'liveness'], granted: ['phone', 'liveness'] },
  ],
  runs: 16,
  areIndependent: true,
  test: async (context, { all, granted }) => {
    const decision = decisionGranting(all, granted)
    const { query } = await decideAsControl(context, { request: { grants: all.join(',') }, decision })
    const [grants, denied] = [nonEmpty(listIn(query, 'grants')), nonEmpty(listIn(query, 'denied'))]
    // The status replaces an omitted list (CALLBACK-01, CALLBACK-03).
    const isComplete = query.get('status') === 'denied' || isSameList([...grants, ...denied], all)
    expectThat(isComplete && isSameList(grants, decision.granted), 'the lists of the callback are not the decision', {
      expected: `grants ${decision.granted.join(',') || 'none'}, denied ${decision.denied.join(',') || 'none'}`,
      actual: query.toString(),
    })
  },
})

const anyRequest = defineSuite({ id: 'callback-any', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** The first letters of a permission's name. */
type Beginning = { permission: string; length: number }

/** Requests another permission together with a name that is the beginning of a permission's name; undefined if refused (GRANT-07). */
const grantBeginning = async (context: CheckContext, { permission, length }: Beginning) => {
  const [other = ''] = permissions.filter(candidate => candidate !== permission)
  const request = { grants: `${other},${permission.slice(0, length)}` }
  if (!isAdmitted(await sendGrantRequest(context, request))) return undefined
  const { page } = await openConsentPage(context, request)
  return decideUnlessRefused(context, { request, decision: { granted: page.separate(permissions), denied: [] } })
}

anyRequest.clause.property<Beginning>('CALLBACK-05', 'beginnings of permissions', async context => {
  await decideAsControl(context)
  return {
    arbitrary: () => fc.record({ permission: fc.constantFrom(...permissions), length: fc.integer({ min: 1, max: 3 }) }),
    examples: unlessQuick(
      context,
      permissions.map(permission => ({ permission, length: 2 })),
    ),
    runs: 2,
    test: async (on, beginning) => {
      const result = await grantBeginning(on, beginning)
      const decided = (['grants', 'denied'] as const).flatMap(name => (result && listIn(result.query, name)) ?? [])
      expectThat(!decided.includes(beginning.permission), 'the callback has a permission that was not requested', {
        expected: result?.opened.request.grants,
        actual: result?.query.toString(),
      })
    },
  }
})

clause('CALLBACK-05', 'decision after answers were left out', async context => {
  await decideAsControl(context, { request: { grants }, decision, user: programUser(context) })
  const { query } = (await decideOnSecondPage(context)) ?? notApplicable(noSecondPage)
  const isDecision =
    isSameList(listIn(query, 'grants'), decision.granted) && isSameList(listIn(query, 'denied'), decision.denied)
  expectThat(isDecision, 'the callback has another decision, where the page asked again for answers', {
    expected: `grants=${decision.granted.join()}&denied=${decision.denied.join()}`,
    actual: query.toString(),
  })
})

const request = { grants: requested.join(',') }
const granting = decisionGranting(requested, ['name', 'email'])
const opposite = decisionGranting(requested, ['phone'])

// The document does not say whether such a submission is refused, or which of the two counts (CALLBACK-09).
plain.clause('CALLBACK-05', 'submission that grants and denies a permission', async context => {
  const { landing } = await decideAsControl(context, { request, decision: opposite, user: programUser(context) })
  const decideChanged = await changeAfterControl(context, { request, decision: granting })
  const changes = [
    documentedLists('name,email', 'email,phone'),
    oppositeFields(landing.steps.at(-1)?.fields ?? []),
  ] as const
  await withEach(context, changes, async change => {
    const result = await decideChanged(change)
    const contradictions = contradictionsIn(result)
    expectThat(contradictions.length === 0, 'the callback has a permission in both of its lists', {
      expected: 'a refusal, or each permission in one list',
      actual: result.query.toString(),
    })
  })
})

const asked = [...permissions]
const [chosen = ''] = asked.slice(2)

/** Grants at most one permission, and leaves the others unanswered. */
const leavingAlone: readonly Required<Decision>[] = [[chosen], []].map(granted => ({
  granted,
  denied: [],
  untouched: asked.filter(permission => !granted.includes(permission)),
}))

const preset = '[checked], [selected], select, [aria-checked="true"], [aria-pressed="true"], script'

/** Returns whether a page preselects an answer, or has a script that may do so. */
const hasPresets = ({ $, scripted }: ConsentPage): boolean => scripted !== undefined || $(preset).length > 0

const wordFor = (query: URLSearchParams, permission: string): string => {
  if (listIn(query, 'grants')?.includes(permission)) return 'granted'
  return listIn(query, 'denied')?.includes(permission) ? 'denied' : 'in neither list'
}

/** Fails the clause if a callback treats unanswered permissions differently. Returns whether they can be left unanswered. */
const expectAlike = async (context: CheckContext, decision: Required<Decision>): Promise<boolean> => {
  const opened = await openConsentPage(context, { grants: asked.join(',') }, programUser(context))
  if (hasPresets(opened.page)) return false
  const result = await unlessRefused(context, () => decideOn(opened, { decision }))
  if (result === undefined || !isAtCallback(result.landing, opened.request)) return false
  const words = decision.untouched.map(permission => wordFor(result.query, permission))
  expectThat(new Set(words).size === 1, 'permissions that the user left unanswered are treated differently', {
    expected: `the same for each of ${decision.untouched.join(', ')}`,
    actual: result.query.toString(),
  })
  return true
}

// The document does not say what happens to an unanswered permission (CONSENT-08), but it must be the same for each.
plain.clause('CALLBACK-05', 'permissions that are left alone', async context => {
  const { landing: control } = await decideAsControl(context, {
    request: { grants: asked.join(',') },
    user: programUser(context),
    decision: decisionGranting(asked, [chosen]),
  })
  if (control.steps.length !== 1) notApplicable('The target accepts a decision in several submissions.')
  const results = await withEach(context, leavingAlone, decision => expectAlike(context, decision))
  if (!results.includes(true))
    notApplicable('The page does not allow several permissions to be left unanswered, or preselects an answer.')
})

// Both deny the phone, so that a callback with the other decision does not look like a reversed one.
const decisions = [['name'], ['email']].map(granted => decisionGranting(requested, granted))

/** Returns whether a callback carries one of the decisions, with both of its lists. */
const isWhole = (query: URLSearchParams): boolean =>
  decisions.some(
    ({ granted, denied }) =>
      isSameList(listIn(query, 'grants'), granted) && isSameList(listIn(query, 'denied'), denied),
  )

/** Sends two different decisions from one page at the same moment; each callback must carry exactly one of them. */
const expectWholeDecisions = async (context: CheckContext): Promise<void> => {
  const { send, join } = createJoiner(context.send)
  const { run, signal, idle, hold } = context
  const user = programUser({ run, send, signal, idle, hold })
  const { page, request } = await openConsentPage(context, { grants: requested.join(',') }, user)
  const entries = decisions.map(decision => ({
    what: `a decision that grants ${decision.granted.join(',')} and denies ${decision.denied.join(',')}`,
    send: (lanes: Lanes) => {
      join(lanes)
      // The other decision is no sign that the page was misread: each alone was returned as it was made.
      return page.decide(decision, submission => submission)
    },
  }))
  const finished = await race(context, entries)
  for (const { result } of finished.filter(({ result }) => isAtCallback(result, request)))
    expectThat(isWhole(callbackQuery(result)), 'a callback mixes two decisions that were sent at the same moment', {
      expected: 'the lists of one of the two decisions',
      actual: `${callbackQuery(result)}, after ${describeRace(finished, describeLanding)}`,
      at: result.responses.at(-1),
    })
}

// The document does not say which of the two counts. If answers are sent one by one, they form one decision, which the last page confirms,
// regardless of the tab in which they were given.
plain.clause.race('CALLBACK-05', 'two decisions of one page at the same moment', async context => {
  for (const decision of decisions) {
    const { query, landing } = await decideAsControl(context, { request: { grants: requested.join(',') }, decision })
    if (!isWhole(query))
      blocked(`a decision alone is not returned as it was made (CALLBACK-02): ${query}`, 'CALLBACK-02')
    if (landing.steps.length > 1) notApplicable('The target accepts a decision in several submissions.')
  }
  for (const _round of roundsOf(context)) await expectWholeDecisions(context)
})
