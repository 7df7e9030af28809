import type { FastifyReply } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import { cookieName, type FormPlace, openForm } from '../../service/forms.ts'
import { sendPage } from '../../service/page.ts'
import { choicesIn } from '../callback/submission.ts'
import type { ConsentSubmission, ConsentVisit, KycProvider } from '../contract.ts'
import type { GrantRequest } from '../records.ts'

const pathOf = (path: string, provider: KycProvider): string => new URL(joinPath(provider.endpoint(), path)).pathname

// One cookie per request, sent to the page and with the submission, so that several tabs do not disturb one another.
export const placeOf = (grantRequest: GrantRequest, provider: KycProvider): FormPlace => ({
  path: new URL(provider.policies.consentUrl(grantRequest, provider)).pathname,
  cookie: { name: `${cookieName}_${grantRequest.id}`, path: pathOf('/kyc', provider) },
})

/**
 * Sends the consent page; with `submission` again, to ask for the permissions that it left undecided.
 * Clauses: CONSENT-01, CONSENT-06, CONSENT-08.
 */
export const sendConsent = async (
  { request, reply, grantRequest, provider }: ConsentVisit,
  submission?: ConsentSubmission,
): Promise<FastifyReply> => {
  const { policies, pageSecret, ports } = provider
  const requester = await policies.requesterOf(grantRequest.requester, provider)
  const place = { ...placeOf(grantRequest, provider), endpoint: provider.endpoint(), ports }
  const { token, cookie } = openForm(request, pageSecret, place)
  const text = policies.consentPage({
    grantRequest,
    requester,
    action: pathOf(`/kyc/grant/${grantRequest.requester}/submit`, provider),
    token,
    choices: choicesIn(submission?.form ?? new URLSearchParams()),
    undecided: submission ? policies.undecided(submission) : [],
  })
  reply.header('set-cookie', cookie)
  return sendPage(reply, submission ? 400 : 200, { text, headers: policies.pageHeaders(requester) })
}

/** Answers a GET of the consent page: shows the request or its decision, and decides nothing. Clause: CONSENT-04. */
export const show = async (visit: ConsentVisit): Promise<FastifyReply> => {
  const { reply, grantRequest, provider } = visit
  const decision = provider.store.decision(grantRequest.id)
  if (decision === undefined) return sendConsent(visit)
  const members = provider.policies.membersOf(grantRequest, decision)
  const address = provider.policies.withMembers(grantRequest.callbackUrl, members)
  return sendPage(reply, 200, { text: provider.policies.decidedPage(grantRequest, decision, address) })
}
