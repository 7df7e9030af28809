import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import { toRefusal } from '../../every-role/errors.ts'
import { acceptForms, cookieName, type FormPlace, formOf, openForm } from '../../service/forms.ts'
import { notice, seeOther, sendPage } from '../../service/page.ts'
import { unixSeconds } from '../../service/ports.ts'
import { enforce } from '../../service/rules.ts'
import { choicesIn, type Submission } from '../callback/submission.ts'
import type { KycProvider } from '../contract.ts'
import { openGrant, requestSeconds } from '../grant.ts'
import type { GrantRequest } from '../records.ts'

/** A browser at the page of a request. */
export type Visit = { request: FastifyRequest; reply: FastifyReply; grantRequest: GrantRequest; provider: KycProvider }

/** More than any form of ours sends: the address of a request fits into the headers, of 16 KiB. */
const formLimitBytes = 65_536

const pathOf = (path: string, provider: KycProvider): string => new URL(joinPath(provider.endpoint(), path)).pathname

// A cookie for each request, which comes along to the page and to the submission: tabs do not disturb one another.
const placeOf = (grantRequest: GrantRequest, provider: KycProvider): FormPlace => ({
  path: new URL(provider.policies.consentUrl(grantRequest, provider)).pathname,
  cookie: { name: `${cookieName}_${grantRequest.id}`, path: pathOf('/kyc', provider) },
})

const sendConsent = async (
  { request, reply, grantRequest, provider }: Visit,
  again?: Submission,
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
    choices: choicesIn(again?.form ?? new URLSearchParams()),
    undecided: again ? policies.undecided(again) : [],
  })
  reply.header('set-cookie', cookie)
  return sendPage(reply, again ? 400 : 200, { text, headers: policies.pageHeaders(requester) })
}

/** GET: shows where the request stands, and decides nothing. */
export const show = async (visit: Visit): Promise<FastifyReply> => {
  const { reply, grantRequest, provider } = visit
  const decision = provider.store.decision(grantRequest.id)
  if (decision === undefined) return sendConsent(visit)
  const address = provider.policies.withMembers(
    grantRequest.callbackUrl,
    provider.policies.membersOf(grantRequest, decision),
  )
  return sendPage(reply, 200, { text: provider.policies.decidedPage(grantRequest, decision, address) })
}

/** POST from the page: the decision is kept, and the browser goes to the callback. */
const submit = async (visit: Visit): Promise<FastifyReply> => {
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

/** The request of an id, whether or not its time is over. */
export const findRequest = (id: string, { store }: KycProvider): GrantRequest | undefined => store.request(id)

/** Whether a request still waits for its user; `now` in Unix seconds. */
export const isOpen = ({ createdAt }: GrantRequest, now: number): boolean => now < createdAt + requestSeconds

type Act = (visit: Visit) => Promise<FastifyReply>

const visiting =
  (provider: KycProvider, idOf: (request: FastifyRequest) => string, act: Act) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { policies, ports } = provider
    const grantRequest = policies.findRequest(idOf(request), provider)
    if (grantRequest === undefined)
      return sendPage(reply, 404, { text: notice('Not found', 'There is no such request here.') })
    if (policies.isOpen(grantRequest, unixSeconds(ports))) return act({ request, reply, grantRequest, provider })
    return sendPage(reply, 410, {
      text: notice('Too late', 'The time to answer this request is over. Go back to whoever sent you here.'),
    })
  }

/** 302 to the consent page ("GET /kyc/grant/{ocid}"). */
export const sendToConsent = (reply: FastifyReply, grantRequest: GrantRequest, provider: KycProvider): FastifyReply =>
  reply.redirect(provider.policies.consentUrl(grantRequest, provider), 302)

/** 303 to the callback address of a decision. */
export const sendToCallback = seeOther

const answerGrant = (server: FastifyInstance, provider: KycProvider): void => {
  const config = { operation: 'kyc.grant' } as const
  server.get<{ Params: { ocid: string } }>('/kyc/grant/:ocid', { config }, async ({ params, url }, reply) => {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    const grantRequest = openGrant({ address: url, requester: params.ocid, query, provider })
    return provider.policies.sendToConsent(reply, grantRequest, provider)
  })
}

const pageId = ({ params }: FastifyRequest): string => (params as { id: string }).id
const formId = (request: FastifyRequest): string => String(formOf(request).get('request'))

/** The redirect, the consent page behind it, and its submission (heading "GET /kyc/grant/{ocid}"). */
export const hostConsent = (server: FastifyInstance, provider: KycProvider): void => {
  answerGrant(server, provider)
  server.register(async pages => {
    acceptForms(pages, formLimitBytes)
    pages.setErrorHandler((error, _request, reply) => {
      const { status, message } = toRefusal(error, provider.ports.reportBug)
      return sendPage(reply, status, { text: notice('Sorry, that did not work', message) })
    })
    pages.get('/kyc/consent/:id', visiting(provider, pageId, provider.policies.show))
    const config = { operation: 'kyc.submit' } as const
    pages.post('/kyc/grant/:ocid/submit', { config }, visiting(provider, formId, submit))
  })
}
