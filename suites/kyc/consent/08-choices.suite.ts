/**
 * CONSENT-08 · A permission that the user neither granted nor denied: the conditions (no permission denied, none
 * granted, some denied) do not say. Whether the page works without script, and for people with assistive technologies
 * (seen in a browser).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, blocked, notApplicable } from '../../../harness/outcome.ts'
import type { Decision } from '../../../harness/pages.ts'
import type { Submission } from '../../../harness/submission.ts'
import { createUser } from '../../../pages/consent/page.ts'
import {
  decide,
  decideAsControl,
  isAtCallback,
  listIn,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { grantingFields } from '../../support/kyc/tampered-submission.ts'
import { observeAccessibility } from '../../support/pages/accessibility.ts'
import { mayNeedScript } from '../../support/pages/page-scripts.ts'

const { clause } = defineSuite({ id: 'consent-choices', roles: ['kyc'], operations: ['kyc.grant'] })

/** Returns the vocabulary's word for the outcome of `email`, which the user leaves untouched. */
const untouchedWord = async (context: CheckContext, decision: Decision): Promise<string> => {
  const { landing, opened, query } = await decide(context, { decision })
  if (!isAtCallback(landing, opened.request)) return 'has to be decided'
  if (listIn(query, 'grants')?.includes('email')) return 'granted'
  const isDenied = listIn(query, 'denied')?.includes('email') || query.get('status') === 'denied'
  return isDenied ? 'denied' : 'in neither list'
}

const decisions: Readonly<Record<string, Decision>> = {
  'beside a granted one': { granted: ['name'], denied: [], untouched: ['email'] },
  'beside a denied one': { granted: [], denied: ['name'], untouched: ['email'] },
}

for (const [what, decision] of Object.entries(decisions))
  clause.observe('CONSENT-08', `permission left alone ${what}`, async context => {
    try {
      context.observe({ [`left alone ${what}`]: await untouchedWord(context, decision) })
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
      context.observe({ [`left alone ${what}`]: 'cannot be left alone' })
    }
  })

/**
 * Returns the vocabulary's word for the outcome of a submission with every choice removed; not applicable if the last page has no choice
 * that grants.
 */
const choicelessWord = async (context: CheckContext): Promise<string> => {
  const [user, request] = [programUser(context), { grants: 'name,email' }]
  const denial = await decideAsControl(context, { user, request, decision: { granted: [], denied: ['name', 'email'] } })
  const { landing: granted, opened } = await decideAsControl(context, { user, request })
  const [step, ...more] = granted.steps
  if (step === undefined || more.length > 0)
    return notApplicable('The target accepts a decision in several submissions.')
  const denied = denial.landing.steps.flatMap(({ fields }) => fields)
  const names = new Set(grantingFields(step.fields, denied, opened.request).map(([name]) => name))
  if (names.size === 0) notApplicable('The page submits only what is denied.')
  const change = (submission: Submission) => ({
    ...submission,
    fields: submission.fields.filter(([name]) => !names.has(name)),
  })
  const { landing, opened: changed, query } = await decide(context, { request, change, user: programUser(context) })
  if (!isAtCallback(landing, changed.request)) return 'has to be decided'
  return ['granted', 'partial', 'denied'].find(status => status === query.get('status')) ?? 'another status'
}

// Both "no permission denied" and "none granted" apply to it.
clause.observe('CONSENT-08', 'submission without a choice', async context =>
  context.observe({ 'a submission without a choice': await choicelessWord(context) }),
)

clause.observe('CONSENT-08', 'page without script', async context => {
  const request = grantRequest(context)
  const user = createUser(context.run, context, [context.run.callbackUrl])
  const { page, isConsent, obstacle } = await user.visit(urlOf(context, request), permissionsIn(request))
  if (!isConsent && (page === undefined || !mayNeedScript(page)))
    blocked(obstacle ?? 'the consent page does not load (GRANT-01)')
  context.observe({ 'page without script': isConsent ? 'can be decided' : 'needs script' })
})

clause.observe('CONSENT-08', 'accessibility of the page', async context =>
  observeAccessibility(context, (await openConsentPage(context)).page),
)
