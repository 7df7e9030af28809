import type { FastifyReply } from 'fastify'
import { callbackFault } from '../../protocol/callback.ts'
import { kycCodes, Refusal } from '../../protocol/errors.ts'
import type { Permission } from '../../protocol/states.ts'
import { refuse } from '../every-role/errors.ts'
import { type CommonPolicies, commonPolicies } from '../every-role/policies.ts'
import { isFromPage } from '../service/forms.ts'
import type { Rule } from '../service/rules.ts'
import { type Member, membersOf, withMembers } from './callback/address.ts'
import { callbackOf, newDecision, record, type Submission, submissionRules, undecided } from './callback/submission.ts'
import { type ConsentView, consentHeaders, consentPage, decidedPage } from './consent/markup.ts'
import { findRequest, isOpen, sendToCallback, sendToConsent, show, type Visit } from './consent/page.ts'
import { type Requester, requesterOf } from './consent/requester.ts'
import type { KycProvider } from './contract.ts'
import { consentUrl, type GrantQuery, grantRules, newRequest, newRequestId, permissionsOf } from './grant.ts'
import type { Decision, GrantRequest } from './records.ts'

type OwnPolicies = {
  // GET /kyc/grant/{ocid}
  grantRules: readonly Rule<GrantQuery>[]
  callbackFault: typeof callbackFault
  permissionsOf: (grants: string) => Permission[]
  newRequest: (grantQuery: GrantQuery) => GrantRequest
  newRequestId: (provider: KycProvider) => string
  consentUrl: (grantRequest: GrantRequest, provider: KycProvider) => string
  sendToConsent: (reply: FastifyReply, grantRequest: GrantRequest, provider: KycProvider) => FastifyReply
  // the consent page
  findRequest: (id: string, provider: KycProvider) => GrantRequest | undefined
  isOpen: (grantRequest: GrantRequest, now: number) => boolean
  show: (visit: Visit) => Promise<FastifyReply>
  requesterOf: (ocid: number, provider: KycProvider) => Promise<Requester>
  consentPage: (view: ConsentView) => string
  decidedPage: (grantRequest: GrantRequest, decision: Decision, address: string) => string
  pageHeaders: (requester: Requester) => Readonly<Record<string, string>>
  // POST /kyc/grant/{ocid}/submit
  isFromPage: typeof isFromPage
  submissionRules: readonly Rule<Submission>[]
  undecided: (submission: Submission) => Permission[]
  newDecision: (submission: Submission) => Decision
  record: (submission: Submission, decision: Decision) => Readonly<Decision>
  // the callback
  callbackOf: (submission: Submission, decision: Decision) => string
  membersOf: (grantRequest: GrantRequest, decision: Decision) => readonly Member[]
  withMembers: (address: string, members: readonly Member[]) => string
  sendToCallback: (reply: FastifyReply, address: string) => FastifyReply
}

/** Every decision of the KYC provider that the protocol, or the reference profile, asks for; each can be replaced on its own. */
export type KycPolicies = CommonPolicies & OwnPolicies

const isKycCode = (code: string): boolean => kycCodes.some(each => each === code)

/** A refusal in one of the ten codes: one that none of them is for (an unknown path, no HTTP in order) takes INVALID_GRANT. */
export const refuseInTen: CommonPolicies['refuse'] = (refusal, operation) => {
  const { code, status, message, details } = refusal
  return refuse(isKycCode(code) ? refusal : new Refusal('INVALID_GRANT', status, message, details), operation)
}

/** What the reference decides; the types above group them by the operation that asks. */
export const kycPolicies: KycPolicies = {
  ...commonPolicies,
  refuse: refuseInTen,
  grantRules,
  callbackFault,
  permissionsOf,
  newRequest,
  newRequestId,
  consentUrl,
  sendToConsent,
  findRequest,
  isOpen,
  show,
  requesterOf,
  consentPage,
  decidedPage,
  pageHeaders: consentHeaders,
  isFromPage,
  submissionRules,
  undecided,
  newDecision,
  record,
  callbackOf,
  membersOf,
  withMembers,
  sendToCallback,
}
