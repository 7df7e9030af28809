import type { FastifyReply } from 'fastify'
import { formOf } from '../../service/forms.ts'
import { notice, seeOther, sendPage } from '../../service/page.ts'
import { enforce } from '../../service/rules.ts'
import { placeOf, sendConsent } from '../consent/page.ts'
import type { ConsentVisit } from '../contract.ts'

/** Redirects the browser to the callback with 303; the provider itself sends nothing there. Clauses: CALLBACK-07, CALLBACK-09, CALLBACK-11. */
export const sendToCallback = seeOther

/**
 * Answers a submission of the consent page: refuses a forged one, shows the page again if a permission is undecided, else stores
 * the decision and redirects to the callback. Clauses: CALLBACK-07, CALLBACK-08, CALLBACK-10, CONSENT-06, CONSENT-08.
 */
export const submit = async (visit: ConsentVisit): Promise<FastifyReply> => {
  const { request, reply, grantRequest, provider } = visit
  const { policies, pageSecret } = provider
  const form = formOf(request)
  const proofOfOrigin = { ...placeOf(grantRequest, provider), token: form.get('token') }
  if (!policies.isFromPage(request, pageSecret, proofOfOrigin))
    return sendPage(reply, 403, {
      text: notice('Please try again', 'This form is not from this page, or too old. Open the page again.'),
    })
  const submission = { grantRequest, form, provider }
  enforce(policies.submissionRules, submission)
  if (policies.undecided(submission).length > 0) return sendConsent(visit, submission)
  const decision = policies.record(submission, policies.newDecision(submission))
  return policies.sendToCallback(reply, policies.callbackOf(submission, decision))
}
