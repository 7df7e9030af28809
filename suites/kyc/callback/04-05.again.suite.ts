import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { Decision } from '../../../harness/pages.ts'
import {
  type DecisionResult,
  decideAsControl,
  decideOn,
  decisionGranting,
  isAtCallback,
  isSameList,
  listIn,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

/** What the user does on the way to the decision changes nothing of it. Heading: KYC grant decision. */
const { clause } = defineSuite({ id: 'callback-again', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

const requested = ['name', 'email', 'phone']
const grants = requested.join(',')
const decision = decisionGranting(requested, ['name', 'phone'])
const leftOut: Decision = { granted: ['name'], denied: [], untouched: ['email', 'phone'] }

const atCallback = (result: DecisionResult | undefined): DecisionResult | undefined =>
  result !== undefined && isAtCallback(result.landing, result.opened.request) ? result : undefined

/** Decides on a page that was loaded twice; undefined if the target shows it once, or takes no decision of the second one. */
const decideReloaded = async (context: CheckContext): Promise<DecisionResult | undefined> => {
  const user = programUser(context)
  const opened = await openConsentPage(context, { grants }, user)
  const { page, isConsent } = await user.visit(opened.page.url, requested)
  if (!isConsent || page === undefined) return undefined
  return atCallback(await unlessRefused(context, () => decideOn({ ...opened, page }, { decision })))
}

/** Leaves answers out, and decides on the page that asks for them; undefined if none does, or a browser would not have sent the first. */
const decideOnSecondPage = async (context: CheckContext): Promise<DecisionResult | undefined> => {
  const opened = await openConsentPage(context, { grants }, programUser(context))
  if (opened.page.$('[required], script').length > 0) return undefined
  const first = await unlessRefused(context, () => decideOn(opened, { decision: leftOut }))
  const page = first?.landing.page
  if (page === undefined || !requested.every(permission => page.separate(requested).includes(permission)))
    return undefined
  return atCallback(await unlessRefused(context, () => decideOn({ ...opened, page }, { decision })))
}

const noSecondPage = 'The page does not ask again for answers that were left out.'

const expectState = ({ opened, landing, query }: DecisionResult, when: string): void =>
  expectThat(query.getAll('state').join() === opened.request.state, `state is not returned unchanged ${when}`, {
    expected: opened.request.state ?? '',
    actual: describeLanding(landing),
  })

clause('CALLBACK-04', 'state of a page that was loaded again', async context => {
  await decideAsControl(context, { request: { grants }, decision, user: programUser(context) })
  const result = (await decideReloaded(context)) ?? notApplicable('The target shows a consent page once.')
  expectState(result, 'where the page was loaded twice')
})

clause('CALLBACK-04', 'state after answers were left out', async context => {
  await decideAsControl(context, { request: { grants }, decision, user: programUser(context) })
  expectState(
    (await decideOnSecondPage(context)) ?? notApplicable(noSecondPage),
    'where the page asked again for answers',
  )
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
