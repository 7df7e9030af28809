import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import {
  callbackQuery,
  decisionGranting,
  expectCallback,
  isAtCallback,
  isSameList,
  listIn,
  newUser,
  type OpenedRequest,
  openConsentPage,
} from '../../support/kyc/consent-flow.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { subsetsOf } from '../../support/subsets.ts'

const suite = defineSuite({ id: 'kyc-flow', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

/** Fails the clause unless the callback carries the grants; how it writes an empty list is tested by CALLBACK-03. */
const expectGrants = (query: URLSearchParams, granted: readonly string[], what: string) => {
  const grants = (listIn(query, 'grants') ?? []).filter(permission => permission !== '')
  expectThat(isSameList(grants, granted), `the gateway gets another decision: ${what}`, {
    expected: granted.join(',') || 'nothing granted',
    actual: query.toString(),
  })
}

clause('FLOW-04', 'every decision about five permissions', async context => {
  const request = { grants: permissions.join(',') }
  const decisions = subsetsOf(permissions).map(async granted => {
    const { query } = await expectCallback(context, { request, decision: decisionGranting(permissions, granted) })
    expectGrants(query, granted, `granted was ${granted.join(',') || 'nothing'}`)
  })
  await Promise.all(decisions)
})

/** An opened request, and the permissions that its user will grant. */
type PlannedDecision = { opened: OpenedRequest; granted: readonly string[] }

/** Fails the clause unless the callback of a request carries its own state and grants. */
const expectOwnCallback = async ({ opened, granted }: PlannedDecision) => {
  const { page, request } = opened
  const landing = await page.decide(decisionGranting((request.grants ?? '').split(','), granted))
  const query = callbackQuery(landing)
  const message = 'one of two requests does not lead to the callback'
  expectThat(isAtCallback(landing, request), message, {
    expected: request.callback_url,
    actual: describeLanding(landing),
  })
  expectThat(query.get('state') === request.state, 'two requests of one browser are mixed up', {
    expected: `state=${request.state}`,
    actual: query.toString(),
  })
  expectGrants(query, granted, 'two requests of one browser are mixed up')
}

const openSideBySide = async (
  context: CheckContext,
  requests: readonly (readonly [grants: string, granted: string])[],
): Promise<PlannedDecision[]> => {
  const user = newUser(context)
  const planned: PlannedDecision[] = []
  for (const [grants, granted] of requests)
    planned.push({ opened: await openConsentPage(context, { grants }, user), granted: granted.split(',') })
  return planned
}

clause('FLOW-04', 'two requests of one browser, decided in turn', async context => {
  const planned = await openSideBySide(context, [
    ['name,email', 'name'],
    ['phone,id_card,liveness', 'liveness,phone'],
  ])
  for (const decision of planned) await expectOwnCallback(decision)
})

clause('FLOW-04', 'two requests of one browser, the later decided first', async context => {
  const planned = await openSideBySide(context, [
    ['name,email', 'email'],
    ['name,email', 'name'],
  ])
  for (const decision of planned.reverse()) await expectOwnCallback(decision)
})

clause('FLOW-04', 'two requests of one browser for two requesters', async context => {
  const user = newUser(context)
  const first = await openConsentPage(context, {}, user)
  const second = await openConsentPage(context, { ocid: context.unreliable.ocid, grants: 'phone,name' }, user)
  await expectOwnCallback({ opened: first, granted: ['email'] })
  await expectOwnCallback({ opened: second, granted: ['phone'] })
})

/** Whole requests for permissions, from the gateway to the user and back. Heading: GET /kyc/grant/{ocid}. */
export const kycFlow = whereDeclared(suite)
