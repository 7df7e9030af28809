import { Refusal } from '../../../../protocol/errors.ts'
import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { grantRules, grantsAreKnown, userIsKnown, userIsOcid } from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { html } from '../../../../reference/service/html.ts'
import { pageHeaders, seeOther, sendPage } from '../../../../reference/service/page.ts'
import { without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Faults in where a grant request leads (GRANT-01, GRANT-06). */
export const grantRedirectMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the user is sent on with 303',
    breaks: 'GRANT-01',
    story: 'The helper for redirects after a POST was already there.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) =>
        seeOther(reply, provider.policies.consentUrl(grantRequest, provider)),
    },
  },
  {
    name: 'a long request is sent on with 307',
    breaks: 'GRANT-01',
    story: 'The reverse proxy answers when an address is too long for the application.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) =>
        reply.request.url.length > 2_000
          ? reply.redirect(provider.policies.consentUrl(grantRequest, provider), 307)
          : kycPolicies.sendToConsent(reply, grantRequest, provider),
    },
  },
  {
    name: 'a page leads on to the consent page',
    breaks: 'GRANT-01',
    story: 'The product owner wanted a spinner between the shop and us, which a page with a refresh provides.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) => {
        const address = provider.policies.consentUrl(grantRequest, provider)
        const lead = html`<!doctype html><meta http-equiv="refresh" content="0; url=${address}"><p>One moment …</p>`
        return sendPage(reply, 200, { text: lead.text, headers: pageHeaders })
      },
    },
  },
  {
    name: 'a state is asked for',
    breaks: 'GRANT-01',
    story: 'Without one the gateway could be tricked, so it must send one.',
    policies: {
      grantRules: [
        ...grantRules,
        ({ query }) => (query.has('state') ? undefined : new Refusal('INVALID_GRANT', 400, 'state is missing.')),
      ],
    },
  },
  {
    name: 'one permission alone is not asked for',
    breaks: 'GRANT-01',
    story: 'The parameter became an array only if the framework saw a comma.',
    policies: {
      grantRules: [
        ...grantRules,
        ({ query }) =>
          query.get('grants')?.includes(',') ? undefined : new Refusal('INVALID_GRANT', 400, 'grants is not a list.'),
      ],
    },
  },
  {
    name: 'every permission at once is too much',
    breaks: 'GRANT-01',
    story: 'grants VARCHAR(32), but the five permissions are one letter longer.',
    policies: {
      grantRules: [
        ...grantRules,
        ({ query }) =>
          (query.get('grants') ?? '').length > 32
            ? new Refusal('INVALID_GRANT', 400, 'grants is too long.')
            : undefined,
      ],
    },
  },
  {
    name: 'the members of a request are found by their place',
    breaks: 'GRANT-01',
    story: 'A regular expression reads the query, since every gateway wrote it in one order.',
    policies: {
      grantRules: [
        ...grantRules,
        ({ address }) =>
          /\?grants=[^&]*&user_ocid=[^&]*&callback_url=/.test(address)
            ? undefined
            : new Refusal('INVALID_GRANT', 400, 'The query cannot be read.'),
      ],
    },
  },
  {
    name: 'errors lead back after a while',
    breaks: 'GRANT-06',
    story: 'Users should not be stuck on an error page, so each error page sends the browser back.',
    prepare: server => {
      server.addHook('onSend', async (request, reply) => {
        const to = new URLSearchParams(request.url.split('?')[1]).get('callback_url') ?? ''
        const isRefused = reply.statusCode === 400 && request.url.startsWith('/kyc/grant/')
        if (isRefused && /^[\x21-\x7e]+$/.test(to)) reply.header('refresh', `5; url=${to}`)
      })
    },
  },
  {
    name: 'unknown permissions are denied at once',
    breaks: 'GRANT-06',
    story: 'There is nothing to ask the user about an unknown permission, so the decision is sent.',
    policies: {
      grantRules: without(grantRules, grantsAreKnown).concat(({ query }) =>
        query.get('grants') ? undefined : new Refusal('INVALID_GRANT', 400, 'grants is missing.'),
      ),
      sendToConsent: (reply, grantRequest, provider) =>
        grantRequest.permissions.length > 0
          ? kycPolicies.sendToConsent(reply, grantRequest, provider)
          : reply.redirect(`${grantRequest.callbackUrl}?status=denied&user_ocid=${grantRequest.user}`, 302),
    },
  },
  {
    name: 'an unknown user counts as having denied',
    breaks: 'GRANT-06',
    story: 'Requesters must not learn who has an account, so unknown users get the same response.',
    policies: {
      grantRules: without(grantRules, userIsKnown),
      sendToConsent: (reply, grantRequest, provider) =>
        provider.users.has(grantRequest.user) || provider.incompleteUsers.has(grantRequest.user)
          ? kycPolicies.sendToConsent(reply, grantRequest, provider)
          : reply.redirect(`${grantRequest.callbackUrl}?status=denied&user_ocid=${grantRequest.user}`, 302),
    },
  },
  {
    name: 'errors are reported to the requester, as in OAuth',
    breaks: 'GRANT-06',
    alsoBreaks: ['GRANT-02', 'GRANT-03'],
    story: 'The authorization library redirects with error= once the callback address is valid.',
    policies: {
      grantRules: without(grantRules, grantsAreKnown, userIsOcid, userIsKnown),
      sendToConsent: (reply, grantRequest, provider) => {
        if (grantRequest.permissions.length > 0 && grantRequest.user > 0)
          return kycPolicies.sendToConsent(reply, grantRequest, provider)
        return reply.redirect(`${grantRequest.callbackUrl}?error=invalid_request`, 302)
      },
    },
  },
]
