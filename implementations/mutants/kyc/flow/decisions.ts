import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { GrantRequest } from '../../../../reference/kyc/records.ts'
import type { Mutant } from '../../mutant.ts'
import { changeMember } from '../support/consent.ts'
import { rememberedText, sessionCookie } from '../support/session-cookie.ts'

/** Replaces a member of the callback address by the text in the session cookie. */
const restoreMember = (address: string, name: string, text: string): string => {
  const url = new URL(address)
  if (text !== '') url.searchParams.set(name, text)
  return url.href
}

/** The first request with each state, by the provider that has it. */
const firstOfState = new WeakMap<object, Map<string, GrantRequest>>()

/** Faults that show only in the whole flow from request to callback (FLOW-04). */
export const kycFlowMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the state is kept in the session of the browser',
    breaks: 'FLOW-04',
    story: 'session.state = request.query.state, and a second tab overwrites it.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) =>
        kycPolicies.sendToConsent(
          reply.header('set-cookie', sessionCookie('oc_state', grantRequest.state ?? '')),
          grantRequest,
          provider,
        ),
      sendToCallback: (reply, address) =>
        kycPolicies.sendToCallback(
          reply,
          restoreMember(address, 'state', rememberedText(reply.request.headers.cookie, 'oc_state')),
        ),
    },
  },
  {
    name: 'a request with the state of another one is that one',
    breaks: 'FLOW-04',
    story: 'The state was assumed to be unique per request, and is the session key.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) => {
        const known = firstOfState.get(provider.store) ?? new Map<string, GrantRequest>()
        firstOfState.set(provider.store, known)
        const { state } = grantRequest
        const first = (state && known.get(state)) || grantRequest
        if (state) known.set(state, first)
        return kycPolicies.sendToConsent(reply, first, provider)
      },
    },
  },
  {
    name: 'the list of grants is cut',
    breaks: 'FLOW-04',
    alsoBreaks: ['CALLBACK-01', 'CALLBACK-05'],
    story: 'grants VARCHAR(32), but all five together have 33 characters.',
    policies: changeMember('grants', grants => grants.slice(0, 32)),
  },
]
