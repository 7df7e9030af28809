/**
 * FLOW-04 · Gateway sends the browser, the user decides, the gateway's callback gets exactly the decision, for every
 * combination.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { agreesWith } from '../../../harness/model.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import { createJoiner, race, roundsOf } from '../../../harness/race.ts'
import {
  callbackQuery,
  decideAsControl,
  decisionGranting,
  expectCallback,
  isAtCallback,
  isSameList,
  listIn,
  newUser,
  type OpenedRequest,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { fewForPerson } from '../../support/kyc/few-for-person.ts'
import { type GrantRequest, permissions } from '../../support/kyc/grant-request.ts'
import { requestStep, startRequests } from '../../support/kyc/request-model.ts'
import { isReadRefusal, unlessRefused } from '../../support/kyc/unless-refused.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { mostProbes } from '../../support/probe.ts'
import { subsetsOf } from '../../support/subsets.ts'

const { clause } = defineSuite({ id: 'kyc-flow', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Fails the clause unless the callback carries the grants; CALLBACK-03 tests how it writes an empty list. */
const expectGrants = (query: URLSearchParams, granted: readonly string[], what: string) => {
  const grants = (listIn(query, 'grants') ?? []).filter(permission => permission !== '')
  expectThat(isSameList(grants, granted), `the gateway gets another decision: ${what}`, {
    expected: granted.join(',') || 'nothing granted',
    actual: query.toString(),
  })
}

clause('FLOW-04', 'every decision about five permissions', async context => {
  const request = { grants: permissions.join(',') }
  await withEach(context, fewForPerson(context, subsetsOf(permissions), 'Further decisions'), async granted => {
    const { query } = await expectCallback(context, { request, decision: decisionGranting(permissions, granted) })
    expectGrants(query, granted, `granted was ${granted.join(',') || 'nothing'}`)
  })
})

/** An opened request, and the permissions that its user will grant. */
type PlannedDecision = { opened: OpenedRequest; granted: readonly string[] }

/**
 * Decides on a request; fails the clause if the callback carries another state or other grants. Returns whether the callback was reached.
 */
const isCompleted = async (context: CheckContext, { opened, granted }: PlannedDecision): Promise<boolean> => {
  const { page, request } = opened
  const decision = decisionGranting((request.grants ?? '').split(','), granted)
  const landing = await unlessRefused(context, () => page.decide(decision), isReadRefusal)
  if (landing === undefined || !isAtCallback(landing, request)) return false
  const query = callbackQuery(landing)
  // A missing state fails CALLBACK-04.
  const state = query.get('state') || request.state
  expectThat(state === request.state, 'two requests of one browser are mixed up', {
    expected: `state=${request.state}`,
    actual: query.toString(),
  })
  expectGrants(query, granted, 'two requests of one browser are mixed up')
  return true
}

type PlannedRequest = { request: Partial<GrantRequest>; granted: string }

const openSideBySide = async (
  context: CheckContext,
  requests: readonly PlannedRequest[],
  user = newUser(context),
): Promise<PlannedDecision[]> => {
  const planned: PlannedDecision[] = []
  for (const { request, granted } of requests) {
    const opened = await unlessRefused(context, () => openConsentPage(context, request, user))
    if (opened !== undefined) planned.push({ opened, granted: granted.split(',') })
  }
  return planned
}

const partly = decisionGranting(['name', 'email'], ['name'])

/**
 * Fails the clause unless one of two decisions is completed. If neither is, decides again: a temporary refusal has nothing to do with
 * the other request.
 */
const expectAnyCompleted = async (context: CheckContext, decideBoth: () => Promise<boolean>) => {
  for (let tries = 0; tries < mostProbes; tries++) if (await decideBoth()) return
  // Without the other request, the same decision must lead to the callback.
  await decideAsControl(context, { request: { grants: 'name,email' }, decision: partly })
  fail('neither of two requests leads to the callback', { expected: 'at least one', actual: 'none' })
}

/**
 * Decides on both, one after the other; fails the clause if the decisions are mixed up, or neither is completed. A provider may keep one
 * and refuse the other.
 */
const expectKeptApart = (context: CheckContext, open: () => Promise<readonly PlannedDecision[]>) =>
  expectAnyCompleted(context, async () => {
    const completed: boolean[] = []
    for (const decision of await open()) completed.push(await isCompleted(context, decision))
    return completed.includes(true)
  })

clause(
  'FLOW-04',
  { id: 'two-requests-of-one-browser-decided-in-turn', title: 'two requests of one browser, decided one by one' },
  async context => {
    const open = () =>
      openSideBySide(context, [
        { request: { grants: 'name,email' }, granted: 'name' },
        { request: { grants: 'phone,id_card,liveness' }, granted: 'liveness,phone' },
      ])
    await expectKeptApart(context, open)
  },
  { firstLook: true },
)

clause(
  'FLOW-04',
  'two requests of one browser, the later decided first',
  async context => {
    const open = () =>
      openSideBySide(context, [
        { request: { grants: 'name,email' }, granted: 'email' },
        { request: { grants: 'name,email' }, granted: 'name' },
      ])
    await expectKeptApart(context, async () => (await open()).toReversed())
  },
  { firstLook: true },
)

clause(
  'FLOW-04',
  'two requests of one browser for two requesters',
  async context => {
    const open = () =>
      openSideBySide(context, [
        { request: {}, granted: 'email' },
        { request: { ocid: context.unreliable.ocid, grants: 'phone,name' }, granted: 'phone' },
      ])
    await expectKeptApart(context, open)
  },
  { firstLook: true },
)

/** Returns requests for the same permissions with the same state, each with a different callback address. */
const requestsOfOneState = ({ run: { callbackUrl }, fresh }: CheckContext): Partial<GrantRequest>[] => {
  const state = fresh('state')
  return [1, 2].map(() => {
    const callback = new URL(callbackUrl)
    callback.searchParams.set('visit', fresh('visit'))
    return { state, grants: 'name,email', callback_url: callback.href }
  })
}

clause('FLOW-04', 'two requests with one state', async context => {
  await decideAsControl(context)
  const opened: OpenedRequest[] = []
  for (const request of requestsOfOneState(context)) {
    const one = await unlessRefused(context, () => openConsentPage(context, request))
    opened.push(
      one ??
        notApplicable(
          'The target refuses a request with a query of its callback address, or with the state of another one.',
        ),
    )
  }
  for (const one of opened.toReversed()) {
    const landing = await unlessRefused(context, () => one.page.decide(partly))
    const other = opened.find(({ request }) => request !== one.request && landing && isAtCallback(landing, request))
    expectThat(other === undefined, 'the decision on one request leads to the callback of another with its state', {
      expected: one.request.callback_url,
      actual: landing?.redirectedTo ?? '',
    })
  }
})

/** Decides on two requests of one browser at the same moment. Returns whether a callback was reached. */
const decideAtOnce = async (context: CheckContext): Promise<boolean> => {
  const { send, join } = createJoiner(context.send)
  const { run, signal, idle, hold } = context
  const requests = [
    { request: { grants: 'name,email' }, granted: 'email' },
    { request: { grants: 'phone,name' }, granted: 'phone' },
  ]
  const planned = await openSideBySide(context, requests, programUser({ run, send, signal, idle, hold }))
  const decide = (decision: PlannedDecision) => ({
    what: `a decision that grants ${decision.granted.join()}`,
    send: (lanes: Lanes) => {
      join(lanes)
      return isCompleted(context, decision)
    },
  })
  return (await race(context, planned.map(decide))).some(({ result }) => result)
}

clause.race('FLOW-04', 'two requests of one browser, decided at the same moment', async context => {
  for (const _round of roundsOf(context)) await expectAnyCompleted(context, () => decideAtOnce(context))
})

clause.model(
  'FLOW-04',
  'exactly the decision over any series of requests',
  agreesWith({ start: startRequests, step: requestStep, most: 6, runs: 12, areIndependent: true }),
)
