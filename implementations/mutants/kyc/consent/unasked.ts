import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { seeOther } from '../../../../reference/service/page.ts'
import type { Mutant } from '../../mutant.ts'
import { callbackGrantingAll } from '../support/consent.ts'

/** Redirects a browser that reloads a page after some milliseconds, as if everything had been granted. */
const grantAfter = (milliseconds: number): KycPolicies['show'] => {
  const opened = new Map<string, number>()
  return async visit => {
    const { grantRequest, reply } = visit
    const since = opened.get(grantRequest.id) ?? performance.now()
    opened.set(grantRequest.id, since)
    return performance.now() - since > milliseconds
      ? seeOther(reply, callbackGrantingAll(grantRequest))
      : kycPolicies.show(visit)
  }
}

/** Grants each request with the address of one that was decided before. */
const rememberAddresses = (): Partial<KycPolicies> => {
  const addresses = new Map<string, string>()
  const decided = new Set<string>()
  return {
    newRequest: grantQuery => {
      const grantRequest = kycPolicies.newRequest(grantQuery)
      addresses.set(grantRequest.id, grantQuery.address)
      return grantRequest
    },
    record: (submission, decision) => {
      decided.add(addresses.get(submission.grantRequest.id) ?? '')
      return kycPolicies.record(submission, decision)
    },
    sendToConsent: (reply, grantRequest, provider) =>
      decided.has(reply.request.url)
        ? reply.redirect(callbackGrantingAll(grantRequest), 302)
        : kycPolicies.sendToConsent(reply, grantRequest, provider),
  }
}

/** Grants that no user decided on (CONSENT-04). */
export const unaskedMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a request that asks for no page is granted',
    breaks: 'CONSENT-04',
    story: 'The single sign-on library supports prompt=none, whose effect here was never considered.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) =>
        /[?&]prompt=none(?:&|$)/.test(reply.request.url)
          ? reply.redirect(callbackGrantingAll(grantRequest), 302)
          : kycPolicies.sendToConsent(reply, grantRequest, provider),
    },
  },
  {
    name: 'a request like one that was decided is granted',
    breaks: 'CONSENT-04',
    alsoBreaks: ['GRANT-01'],
    story: 'A cache keeps the response to each address, and without a state all requests of a user have the same one.',
    policies: rememberAddresses(),
  },
  {
    name: 'a HEAD of the page grants',
    breaks: 'CONSENT-04',
    story: 'Any request other than a GET of the page counted as its submission.',
    policies: {
      show: async visit => {
        const { request, grantRequest, provider } = visit
        const { permissions: granted, user, requester } = grantRequest
        if (request.method === 'HEAD')
          provider.store.decide(grantRequest.id, { granted, denied: [], user, requester, time: 0 })
        return kycPolicies.show(visit)
      },
    },
  },
  {
    name: 'a page that is opened again after two seconds grants',
    breaks: 'CONSENT-04',
    needsOthers: true,
    story: 'A user who returns later was assumed to have thought about it.',
    policies: { show: grantAfter(2_000) },
  },
]
