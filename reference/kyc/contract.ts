import type { FastifyReply, FastifyRequest } from 'fastify'
import type { callbackFault } from '../../protocol/callback-address.ts'
import type { Permission } from '../../protocol/states.ts'
import type { CommonPolicies, Service } from '../every-role/contract.ts'
import type { isFromPage } from '../service/forms.ts'
import type { Rule } from '../service/rules.ts'
import type { Decision, GrantRequest } from './records.ts'
import type { Store } from './store.ts'

/** The KYC provider: a service with requests for permissions, and the decisions of their users. */
export type KycProvider = Service<KycPolicies> & {
  store: Store
  /** OCIDs that may request permissions, in addition to those in the registry. */
  requesters: ReadonlySet<number>
  users: ReadonlySet<number>
  /** Users whose KYC is not complete. */
  incompleteUsers: ReadonlySet<number>
  /** The secret behind the anti-forgery tokens of the consent page. */
  pageSecret: Uint8Array
}

/** The subject of the grant rules: the address on the request line, the requester in its path, and its query. */
export type GrantQuery = { address: string; requester: string; query: URLSearchParams; provider: KycProvider }

/** The metadata of a requester; `icon` is an address that a page may load. */
export type Requester = { ocid: number; name?: string | undefined; icon?: string | undefined }

/** A browser at the consent page of a request. */
export type ConsentVisit = {
  request: FastifyRequest
  reply: FastifyReply
  grantRequest: GrantRequest
  provider: KycProvider
}

/** The contents of the consent page. `undecided`: the page is shown again, because these are missing; `choices` are filled in. */
export type ConsentView = {
  grantRequest: GrantRequest
  requester: Requester
  /** The path that the form is sent to. */
  action: string
  token: string
  choices: ReadonlyMap<string, string>
  undecided: readonly Permission[]
}

/** The subject of the submission rules: the form, and the request that its page was made for. */
export type ConsentSubmission = { grantRequest: GrantRequest; form: URLSearchParams; provider: KycProvider }

/** A query member of the callback, and its text. */
export type CallbackMember = readonly [name: 'status' | 'grants' | 'denied' | 'user_ocid' | 'state', value: string]

type GrantPolicies = {
  grantRules: readonly Rule<GrantQuery>[]
  callbackFault: typeof callbackFault
  permissionsOf: (grants: string) => Permission[]
  newRequest: (grantQuery: GrantQuery) => GrantRequest
  newRequestId: (provider: KycProvider) => string
  consentUrl: (grantRequest: GrantRequest, provider: KycProvider) => string
  sendToConsent: (reply: FastifyReply, grantRequest: GrantRequest, provider: KycProvider) => FastifyReply
}

type ConsentPolicies = {
  findRequest: (id: string, provider: KycProvider) => GrantRequest | undefined
  isOpen: (grantRequest: GrantRequest, now: number) => boolean
  show: (visit: ConsentVisit) => Promise<FastifyReply>
  requesterOf: (ocid: number, provider: KycProvider) => Promise<Requester>
  consentPage: (view: ConsentView) => string
  decidedPage: (grantRequest: GrantRequest, decision: Decision, address: string) => string
  pageHeaders: (requester: Requester) => Readonly<Record<string, string>>
}

type CallbackPolicies = {
  isFromPage: typeof isFromPage
  submissionRules: readonly Rule<ConsentSubmission>[]
  undecided: (submission: ConsentSubmission) => Permission[]
  newDecision: (submission: ConsentSubmission) => Decision
  record: (submission: ConsentSubmission, decision: Decision) => Readonly<Decision>
  callbackOf: (submission: ConsentSubmission, decision: Decision) => string
  membersOf: (grantRequest: GrantRequest, decision: Decision) => readonly CallbackMember[]
  withMembers: (address: string, members: readonly CallbackMember[]) => string
  sendToCallback: (reply: FastifyReply, address: string) => FastifyReply
}

/**
 * Every decision of the KYC provider that the protocol, or the reference profile, asks for. Each can be replaced on its own, which
 * turns this implementation into one with a single fault, or with another choice.
 */
export type KycPolicies = CommonPolicies & GrantPolicies & ConsentPolicies & CallbackPolicies
