import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { createJoiner, describeRace, race, roundsOf } from '../../../harness/race.ts'
import {
  callbackQuery,
  decideAsControl,
  decisionGranting,
  isAtCallback,
  isSameList,
  listIn,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

/** Two decisions on one request at the same moment. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

const requested = ['name', 'email', 'phone']
const decisions = [['name'], ['email', 'phone']].map(granted => decisionGranting(requested, granted))

/** Tells whether a callback carries one of the decisions, both of its lists. */
const isWhole = (query: URLSearchParams): boolean =>
  decisions.some(
    ({ granted, denied }) =>
      isSameList(listIn(query, 'grants'), granted) && isSameList(listIn(query, 'denied'), denied),
  )

/** Sends two opposite decisions from one page at the same moment; each callback has to carry one of them. */
const expectWholeDecisions = async (context: CheckContext): Promise<void> => {
  const { send, join } = createJoiner(context.send)
  const { run, signal, idle, hold } = context
  const user = programUser({ run, send, signal, idle, hold })
  const { page, request } = await openConsentPage(context, { grants: requested.join(',') }, user)
  const entries = decisions.map(decision => ({
    what: `a decision that grants ${decision.granted.join(',')} and denies ${decision.denied.join(',')}`,
    send: (lanes: Lanes) => {
      join(lanes)
      return page.decide(decision)
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

// Which of the two counts is not shown. Where each answer is sent on its own, the answers to one request are one decision, and the last
// page confirms it, in whichever tab they were given.
clause.race('CALLBACK-05', 'two decisions of one page at the same moment', async context => {
  for (const decision of decisions) {
    const { query, landing } = await decideAsControl(context, { request: { grants: requested.join(',') }, decision })
    if (!isWhole(query))
      blocked(`a decision alone does not come back as it was made (CALLBACK-02): ${query}`, 'CALLBACK-02')
    if (landing.steps.length > 1) notApplicable('The target takes a decision in several submissions.')
  }
  for (const _round of roundsOf(context)) await expectWholeDecisions(context)
})
