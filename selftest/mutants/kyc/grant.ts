import { callbackFault } from '../../../protocol/callback.ts'
import { Refusal } from '../../../protocol/errors.ts'
import { isObject } from '../../../protocol/json.ts'
import { permissions } from '../../../protocol/states.ts'
import {
  type Asking,
  callbackIsValid,
  grantChecks,
  grantsAreKnown,
  requesterIsKnown,
  requesterIsOcid,
  userIsKnown,
  userIsOcid,
  valueIn,
} from '../../../reference/kyc/grant.ts'
import { type KycPolicies, kycPolicies, refuseInTen } from '../../../reference/kyc/policies.ts'
import { escapeHtml, html } from '../../../reference/service/html.ts'
import { pageHeaders, seeOther, sendPage } from '../../../reference/service/page.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { replaced, without } from '../changes.ts'
import type { Mutant } from '../mutant.ts'

const given = ({ query }: Asking, name: string): string => valueIn(query, name)

/** A check that is passed over where the parameter is missing or empty. */
const optional =
  (name: string, check: Rule<Asking>): Rule<Asking> =>
  asking =>
    given(asking, name) === '' ? undefined : check(asking)

/** A check whose refusals have another status, or another code. */
const refusing =
  (check: Rule<Asking>, changes: { code?: string; status?: number }): Rule<Asking> =>
  asking => {
    const { code, status, message } = check(asking) ?? {}
    return code && status && message ? new Refusal(changes.code ?? code, changes.status ?? status, message) : undefined
  }

const required = { grants: grantsAreKnown, user_ocid: userIsOcid, callback_url: callbackIsValid }

/** A check that answers 422 where the parameter is missing or empty. */
const restatusedWithout =
  (name: string, check: Rule<Asking>): Rule<Asking> =>
  asking =>
    (given(asking, name) === '' ? refusing(check, { status: 422 }) : check)(asking)

/** A check of an OCID that takes what `read` makes a whole number of; what is missing is refused. */
const readAs =
  (read: (text: string) => number, of: (asking: Asking) => string): Rule<Asking> =>
  asking =>
    of(asking) !== '' && Number.isInteger(read(of(asking)))
      ? undefined
      : new Refusal('INVALID_GRANT', 400, 'That is not an OCID.')

const user = (asking: Asking): string => given(asking, 'user_ocid')
const requester = (asking: Asking): string => asking.requester

const readOcids = (read: (text: string) => number): Partial<KycPolicies> => ({
  grantChecks: replaced(
    replaced(without(grantChecks, requesterIsKnown, userIsKnown), userIsOcid, readAs(read, user)),
    requesterIsOcid,
    readAs(read, requester),
  ),
  newRequest: asking => ({
    ...kycPolicies.newRequest(asking),
    requester: read(requester(asking)),
    user: read(user(asking)),
  }),
})

/** Faults of the redirect by which a user is brought. */
export const grantMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the user is sent on with 303',
    breaks: 'GRANT-01',
    story: 'The helper for redirects after a POST was at hand.',
    policies: {
      sendToConsent: (reply, asked, provider) => seeOther(reply, provider.policies.consentUrl(asked, provider)),
    },
  },
  {
    name: 'a page leads on to the consent page',
    breaks: 'GRANT-01',
    story: 'A spinner was wanted between the shop and us, and a page with a refresh makes one.',
    policies: {
      sendToConsent: (reply, asked, provider) => {
        const address = provider.policies.consentUrl(asked, provider)
        const lead = html`<!doctype html><meta http-equiv="refresh" content="0; url=${address}"><p>One moment …</p>`
        return sendPage(reply, 200, { text: lead.text, headers: pageHeaders })
      },
    },
  },
  {
    name: 'errors are pages',
    breaks: 'GRANT-02',
    alsoBreaks: ['GRANT-04', 'GRANT-09', 'ERR-02'],
    story: 'A browser comes here, so the error handler of the pages was put in charge.',
    policies: {
      refuse: (refusal, operation) => ({ ...refuseInTen(refusal, operation), type: 'text/html; charset=utf-8' }),
      encode: body =>
        isObject(body.error) ? `<p>${escapeHtml(String(body.error.message))}</p>` : kycPolicies.encode(body),
    },
  },
  {
    name: 'no grants means all of them',
    breaks: 'GRANT-02',
    story: 'if (grants) filter(permissions): whoever asks for nothing in particular asks for everything.',
    policies: {
      grantChecks: replaced(grantChecks, grantsAreKnown, optional('grants', grantsAreKnown)),
      permissionsOf: grants => (grants === '' ? [...permissions] : kycPolicies.permissionsOf(grants)),
    },
  },
  {
    name: 'a missing parameter is unprocessable',
    breaks: 'GRANT-02',
    story: 'The framework validates the query and answers 422, as it does everywhere else.',
    policies: {
      grantChecks: Object.entries(required).reduce<readonly Rule<Asking>[]>(
        (checks, [name, check]) => replaced(checks, check, restatusedWithout(name, check)),
        grantChecks,
      ),
    },
  },
  {
    name: 'without a callback address the user goes to a page of ours',
    breaks: 'GRANT-02',
    story: 'The parameter was optional in the first version, and the default stayed.',
    policies: {
      grantChecks: replaced(grantChecks, callbackIsValid, optional('callback_url', callbackIsValid)),
      newRequest: asking => {
        const asked = kycPolicies.newRequest(asking)
        return { ...asked, callbackUrl: asked.callbackUrl || 'https://kyc.example/done' }
      },
    },
  },
  {
    name: 'OCIDs are whatever begins with a number',
    breaks: 'GRANT-03',
    story: 'parseInt reads 8001abc as 8001.',
    policies: readOcids(text => Number.parseInt(text, 10)),
  },
  {
    name: 'OCIDs are whatever is a number',
    breaks: 'GRANT-03',
    story: 'Number.isInteger(Number(text)) is true for 0x1f41, too.',
    policies: readOcids(Number),
  },
  {
    name: 'a user that is no number brings down the request',
    breaks: 'GRANT-03',
    story: 'BigInt(text) throws, and nobody expected it to.',
    policies: {
      grantChecks: replaced(grantChecks, userIsOcid, asking => {
        BigInt(user(asking))
        return undefined
      }),
    },
    ports: { reportBug: () => {} },
  },
  {
    name: 'a callback address is HTTPS when it begins with https',
    breaks: 'GRANT-04',
    alsoBreaks: ['GRANT-09'],
    story: "address.startsWith('https').",
    policies: { callbackFault: address => (address.startsWith('https') ? undefined : 'it is not HTTPS') },
  },
  {
    name: 'http is taken as well',
    breaks: 'GRANT-04',
    story: 'The condition was loosened for a demonstration, and never tightened.',
    policies: {
      callbackFault: (address, environment) => callbackFault(address.replace(/^http:/i, 'https:'), environment),
    },
  },
  {
    name: 'an address without a scheme is completed',
    breaks: 'GRANT-04',
    story: 'People paste shop.example/back into the settings, so https:// is put in front.',
    policies: {
      callbackFault: (address, environment) =>
        callbackFault(/^[a-z]+:/i.test(address) ? address : `https://${address.replace(/^\/+/, '')}`, environment),
    },
  },
  {
    name: 'a refused callback address is an invalid grant',
    breaks: 'GRANT-04',
    alsoBreaks: ['GRANT-09', 'ERR-02'],
    story: 'One helper refuses every parameter, and it knows one code.',
    policies: {
      grantChecks: replaced(grantChecks, callbackIsValid, refusing(callbackIsValid, { code: 'INVALID_GRANT' })),
    },
  },
  {
    name: 'errors lead back after a while',
    breaks: 'GRANT-06',
    story: 'Nobody should be stuck at an error, so every one of them sends the browser home.',
    prepare: server => {
      server.addHook('onSend', async (request, reply) => {
        const to = new URLSearchParams(request.url.split('?')[1]).get('callback_url') ?? ''
        const isRefused = reply.statusCode === 400 && request.url.startsWith('/kyc/grant/')
        if (isRefused && /^[\x21-\x7e]+$/.test(to)) reply.header('refresh', `5; url=${to}`)
      })
    },
  },
  {
    name: 'errors are told to the requester, as in OAuth',
    breaks: 'GRANT-06',
    alsoBreaks: ['GRANT-02', 'GRANT-03'],
    story: 'The library for authorization redirects with error= once the address is found valid.',
    policies: {
      grantChecks: without(grantChecks, grantsAreKnown, userIsOcid, userIsKnown),
      sendToConsent: (reply, asked, provider) => {
        if (asked.permissions.length > 0 && asked.user > 0) return kycPolicies.sendToConsent(reply, asked, provider)
        return reply.redirect(`${asked.callbackUrl}?error=invalid_request`, 302)
      },
    },
  },
  {
    name: 'an address is what the parser makes of it',
    breaks: 'GRANT-09',
    story: "new URL(address).protocol === 'https:', and the parser forgives blanks, tabs and backslashes.",
    policies: { callbackFault: address => (URL.parse(address)?.protocol === 'https:' ? undefined : 'it is not HTTPS') },
  },
]
