import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import { asRefusal } from '../../every-role/errors.ts'
import { acceptForms, cookieName, type FormPlace, formOf, openForm } from '../../service/forms.ts'
import { notice, seeOther, sendPage } from '../../service/page.ts'
import { unixSeconds } from '../../service/ports.ts'
import { enforce } from '../../service/rules.ts'
import { choicesIn, type Submission } from '../callback/submission.ts'
import type { KycProvider } from '../contract.ts'
import { askForGrant, requestSeconds } from '../grant.ts'
import type { KycRequest } from '../records.ts'

/** A browser at the page of a request. */
export type Visit = { request: FastifyRequest; reply: FastifyReply; asked: KycRequest; provider: KycProvider }

/** More than any form of ours sends: the address of a request fits into the headers, of 16 KiB. */
const formLimitBytes = 65_536

const pathOf = (path: string, provider: KycProvider): string => new URL(joinPath(provider.endpoint(), path)).pathname

// A cookie for each request, which comes along to the page and to the submission: tabs do not disturb one another.
const placeOf = (asked: KycRequest, provider: KycProvider): FormPlace => ({
  path: new URL(provider.policies.consentUrl(asked, provider)).pathname,
  cookie: { name: `${cookieName}_${asked.id}`, path: pathOf('/kyc', provider) },
})

const sendConsent = async ({ request, reply, asked, provider }: Visit, again?: Submission): Promise<FastifyReply> => {
  const { policies, pageSecret, ports } = provider
  const requester = await policies.requesterOf(asked.requester, provider)
  const place = { ...placeOf(asked, provider), endpoint: provider.endpoint(), ports }
  const { token, cookie } = openForm(request, pageSecret, place)
  const text = policies.consentPage({
    asked,
    requester,
    action: pathOf(`/kyc/grant/${asked.requester}/submit`, provider),
    token,
    choices: choicesIn(again?.form ?? new URLSearchParams()),
    undecided: again ? policies.undecided(again) : [],
  })
  reply.header('set-cookie', cookie)
  return sendPage(reply, again ? 400 : 200, { text, headers: policies.pageHeaders(requester) })
}

/** GET: shows where the request stands, and decides nothing. */
export const show = async (visit: Visit): Promise<FastifyReply> => {
  const { reply, asked, provider } = visit
  const decision = provider.store.decision(asked.id)
  if (decision === undefined) return sendConsent(visit)
  const address = provider.policies.withMembers(asked.callbackUrl, provider.policies.membersOf(asked, decision))
  return sendPage(reply, 200, { text: provider.policies.decidedPage(asked, decision, address) })
}

/** POST from the page: the decision is kept, and the browser goes to the callback. */
const submit = async (visit: Visit): Promise<FastifyReply> => {
  const { request, reply, asked, provider } = visit
  const { policies, pageSecret } = provider
  const form = formOf(request)
  const proofOfOrigin = { ...placeOf(asked, provider), token: form.get('token') }
  if (!policies.isFromPage(request, pageSecret, proofOfOrigin))
    return sendPage(reply, 403, {
      text: notice('Please try again', 'This form is not from this page, or too old. Open the page again.'),
    })
  const submission = { asked, form, provider }
  enforce(policies.submissionChecks, submission)
  if (policies.undecided(submission).length > 0) return sendConsent(visit, submission)
  const decision = policies.record(submission, policies.newDecision(submission))
  return policies.sendToCallback(reply, policies.callbackOf(submission, decision))
}

/** The request of an id, whether or not its time is over. */
export const findRequest = (id: string, { store }: KycProvider): KycRequest | undefined => store.request(id)

/** Whether a request still waits for its user; `now` in Unix seconds. */
export const isOpen = ({ createdAt }: KycRequest, now: number): boolean => now < createdAt + requestSeconds

type Act = (visit: Visit) => Promise<FastifyReply>

const visiting =
  (provider: KycProvider, idOf: (request: FastifyRequest) => string, act: Act) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { policies, ports } = provider
    const asked = policies.findRequest(idOf(request), provider)
    if (asked === undefined)
      return sendPage(reply, 404, { text: notice('Not found', 'There is no such request here.') })
    if (policies.isOpen(asked, unixSeconds(ports))) return act({ request, reply, asked, provider })
    return sendPage(reply, 410, {
      text: notice('Too late', 'The time to answer this request is over. Go back to whoever sent you here.'),
    })
  }

/** 302 to the consent page ("GET /kyc/grant/{ocid}"). */
export const sendToConsent = (reply: FastifyReply, asked: KycRequest, provider: KycProvider): FastifyReply =>
  reply.redirect(provider.policies.consentUrl(asked, provider), 302)

/** 303 to the callback address of a decision. */
export const sendToCallback = seeOther

const answerGrant = (server: FastifyInstance, provider: KycProvider): void => {
  const config = { operation: 'kyc.grant' } as const
  server.get<{ Params: { ocid: string } }>('/kyc/grant/:ocid', { config }, async ({ params, url }, reply) => {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    const asked = askForGrant({ address: url, requester: params.ocid, query, provider })
    return provider.policies.sendToConsent(reply, asked, provider)
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
      const { status, message } = asRefusal(error, provider.ports.reportBug)
      return sendPage(reply, status, { text: notice('Sorry, that did not work', message) })
    })
    pages.get('/kyc/consent/:id', visiting(provider, pageId, provider.policies.show))
    const config = { operation: 'kyc.submit' } as const
    pages.post('/kyc/grant/:ocid/submit', { config }, visiting(provider, formId, submit))
  })
}
