import { callbackMembers } from '../../../../reference/kyc/callback/query.ts'
import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { grantRules, userIsComplete } from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Decision, GrantRequest } from '../../../../reference/kyc/records.ts'
import { without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { rememberedText, sessionCookie } from '../support/session-cookie.ts'

/** Returns a decision with other grants; everything else requested is denied. */
const grantingOf = ({ permissions }: GrantRequest, decision: Decision, granted: readonly string[]): Decision => ({
  ...decision,
  granted: permissions.filter(permission => granted.includes(permission)),
  denied: permissions.filter(permission => !granted.includes(permission)),
})

/** The permissions that the request's browser had granted when the request was opened, by request id. */
const earlierGrants = new Map<string, readonly string[]>()

/** The address that the last decision on a request led to, by its id. */
const sent = new Map<string, string>()

/** Returns the callback address that the browser remembers, with the decision of another address. */
const atRemembered = (address: string, remembered: string): string => {
  if (remembered === '') return address
  const url = new URL(remembered)
  for (const [name, value] of new URL(address).searchParams)
    if (callbackMembers.some(member => member === name)) url.searchParams.set(name, value)
  return url.href
}

/** Faults that only a series of requests and decisions reveals (FLOW-04). */
export const kycSeriesMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the decision on an earlier request counts for a later one',
    breaks: 'FLOW-04',
    kind: 'models',
    story: 'Grants are kept in the browser so that users are not asked twice, but the page still asks.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) => {
        const earlier = rememberedText(reply.request.headers.cookie, 'oc_granted')
        if (earlier !== '') earlierGrants.set(grantRequest.id, earlier.split(','))
        return kycPolicies.sendToConsent(reply, grantRequest, provider)
      },
      membersOf: (grantRequest, decision) => {
        const granted = earlierGrants.get(grantRequest.id) ?? decision.granted
        return kycPolicies.membersOf(grantRequest, grantingOf(grantRequest, decision, granted))
      },
      sendToCallback: (reply, address) =>
        kycPolicies.sendToCallback(
          reply.header('set-cookie', sessionCookie('oc_granted', new URL(address).searchParams.get('grants') ?? '')),
          address,
        ),
    },
  },
  {
    name: 'decisions on the same page add up',
    breaks: 'FLOW-04',
    alsoBreaks: ['CALLBACK-05'],
    kind: 'models',
    story: 'Grants are inserted as rows, and no row is ever removed.',
    policies: {
      record: (submission, decision) => {
        const { grantRequest, provider } = submission
        const before = kycPolicies.record(submission, decision)
        const sum = grantingOf(grantRequest, decision, [...before.granted, ...decision.granted])
        provider.store.decide(grantRequest.id, sum)
        return sum
      },
    },
  },
  {
    name: 'a second decision is added to the callback of the first',
    breaks: 'FLOW-04',
    kind: 'models',
    story: 'The address with the decision is stored instead of the callback address.',
    policies: {
      record: (_submission, decision) => decision,
      callbackOf: submission => {
        const { id, callbackUrl } = submission.grantRequest
        const address = kycPolicies.callbackOf(
          { ...submission, grantRequest: { ...submission.grantRequest, callbackUrl: sent.get(id) ?? callbackUrl } },
          kycPolicies.newDecision(submission),
        )
        sent.set(id, address)
        return address
      },
    },
  },
  {
    name: 'a decision leads to the callback of the request that the browser opened last',
    breaks: 'FLOW-04',
    kind: 'models',
    story: 'session.callback = request.query.callback_url, and a second tab overwrites it.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) =>
        kycPolicies.sendToConsent(
          reply.header('set-cookie', sessionCookie('oc_callback', grantRequest.callbackUrl)),
          grantRequest,
          provider,
        ),
      sendToCallback: (reply, address) =>
        kycPolicies.sendToCallback(
          reply,
          atRemembered(address, rememberedText(reply.request.headers.cookie, 'oc_callback')),
        ),
    },
  },
  {
    name: 'the callback names the user for whom the browser was asked first',
    breaks: 'FLOW-04',
    kind: 'models',
    story: 'The session keeps its user, and a request for another user was meant to start a new session.',
    policies: {
      grantRules: without(grantRules, userIsComplete),
      sendToConsent: (reply, grantRequest, provider) => {
        const isKept = rememberedText(reply.request.headers.cookie, 'oc_user') !== ''
        const cookie = sessionCookie('oc_user', String(grantRequest.user))
        return kycPolicies.sendToConsent(isKept ? reply : reply.header('set-cookie', cookie), grantRequest, provider)
      },
      sendToCallback: (reply, address) => {
        const url = new URL(address)
        const user = rememberedText(reply.request.headers.cookie, 'oc_user')
        if (user !== '') url.searchParams.set('user_ocid', user)
        return kycPolicies.sendToCallback(reply, url.href)
      },
    },
  },
]
