import { joinPath } from '../../protocol/base-url.ts'
import { Refusal } from '../../protocol/errors.ts'
import { type Permission, permissions } from '../../protocol/states.ts'
import { isOcid } from '../every-role/authentication/authenticate.ts'
import { randomHex, unixSeconds } from '../service/ports.ts'
import { enforce, type Rule } from '../service/rules.ts'
import { callbackMembers } from './callback/address.ts'
import type { KycProvider } from './contract.ts'
import type { GrantRequest } from './records.ts'

/** A request for permissions as it came: its address on the request line, `requester` in its path, and its query. */
export type GrantQuery = { address: string; requester: string; query: URLSearchParams; provider: KycProvider }

/** How long a request waits for its user. */
export const requestSeconds = 900

const invalid = (parameter: string, fault: string): Refusal =>
  new Refusal('INVALID_GRANT', 400, `${parameter} ${fault}.`, { parameter })

const invalidCallback = (fault: string): Refusal =>
  new Refusal('INVALID_CALLBACK_URL', 400, `The callback address is refused: ${fault}.`, { parameter: 'callback_url' })

/** The value of a parameter; empty for one that is missing, which is refused alike. */
export const valueIn = (query: URLSearchParams, name: string): string => query.get(name) ?? ''

/** Text, percent-encoded: a lenient reader repairs what is not, and state could not come back unchanged. */
export const addressIsText: Rule<GrantQuery> = ({ address }) => {
  try {
    decodeURIComponent(address)
    return undefined
  } catch {
    return invalid('query', 'is not percent-encoded UTF-8')
  }
}

/** Nothing is said twice, so that nobody takes the other one. */
export const parametersAreSingle: Rule<GrantQuery> = ({ query }) => {
  const repeated = ['grants', 'user_ocid', 'callback_url', 'state'].find(name => query.getAll(name).length > 1)
  return repeated === undefined ? undefined : invalid(repeated, 'is repeated')
}

/** The path names an OCID, in digits. */
export const requesterIsOcid: Rule<GrantQuery> = ({ requester }) =>
  isOcid(requester) ? undefined : invalid('ocid', 'is not an integer')

const isPermission = (name: string): name is Permission => permissions.some(permission => permission === name)

/** Every element is the name of a permission. */
export const grantsAreKnown: Rule<GrantQuery> = ({ query }) =>
  valueIn(query, 'grants').split(',').every(isPermission)
    ? undefined
    : invalid('grants', `is no list of permissions, each of them one of ${permissions.join(', ')}`)

export const userIsOcid: Rule<GrantQuery> = ({ query }) =>
  isOcid(valueIn(query, 'user_ocid')) ? undefined : invalid('user_ocid', 'is not an integer')

/** "A valid callback address is HTTPS, and localhost is not allowed in production". */
export const callbackIsValid: Rule<GrantQuery> = ({ query, provider }) => {
  const fault = provider.policies.callbackFault(valueIn(query, 'callback_url'), provider.environment)
  return fault === undefined ? undefined : invalidCallback(fault)
}

const plainFault = ({ username, password, searchParams }: URL): string | undefined => {
  if (username + password !== '') return 'it has user info'
  const taken = callbackMembers.find(name => searchParams.has(name))
  return taken && `its query has the member ${taken} already`
}

/** Nobody can mistake whose address it is, nor a member that it brings along for one of the decision. */
export const callbackIsPlain: Rule<GrantQuery> = ({ query }) => {
  const url = URL.parse(valueIn(query, 'callback_url'))
  const fault = url && plainFault(url)
  return fault ? invalidCallback(fault) : undefined
}

const isKnown = (ocid: number, { requesters, directory: { callerKeys, metadataAddresses } }: KycProvider): boolean =>
  [requesters, callerKeys, metadataAddresses].some(known => known.has(ocid))

/** The requester is provisioned, or in the registry. */
export const requesterIsKnown: Rule<GrantQuery> = ({ requester, provider }) =>
  isKnown(Number(requester), provider) ? undefined : new Refusal('UNKNOWN_OCID', 400, 'The requester is not known.')

const userOf = (query: URLSearchParams): number => Number(valueIn(query, 'user_ocid'))

/** The user is one of those that are provisioned; without any, nobody is looked for. */
export const userIsKnown: Rule<GrantQuery> = ({ query, provider: { users, incompleteUsers } }) => {
  const known = new Set([...users, ...incompleteUsers])
  return known.size === 0 || known.has(userOf(query))
    ? undefined
    : new Refusal('USER_NOT_FOUND', 400, 'The user is not known.')
}

export const userIsComplete: Rule<GrantQuery> = ({ query, provider }) =>
  provider.incompleteUsers.has(userOf(query))
    ? new Refusal('KYC_NOT_COMPLETE', 400, 'The KYC of the user is not complete.')
    : undefined

/** What is asked of a request before a browser is sent anywhere: first how it is written, then who is in it. */
export const grantRules: readonly Rule<GrantQuery>[] = [
  addressIsText,
  parametersAreSingle,
  requesterIsOcid,
  grantsAreKnown,
  userIsOcid,
  callbackIsValid,
  callbackIsPlain,
  requesterIsKnown,
  userIsKnown,
  userIsComplete,
]

/** The permissions in `grants`, in its order, each of them once. */
export const permissionsOf = (grants: string): Permission[] => [...new Set(grants.split(','))].filter(isPermission)

/** 256 random bits: whoever has the address may decide. */
export const newRequestId = ({ ports }: KycProvider): string => randomHex(ports, 32)

/** A fresh request out of parameters that were checked. */
export const newRequest = ({ requester, query, provider }: GrantQuery): GrantRequest => ({
  id: provider.policies.newRequestId(provider),
  requester: Number(requester),
  user: userOf(query),
  permissions: provider.policies.permissionsOf(valueIn(query, 'grants')),
  callbackUrl: valueIn(query, 'callback_url'),
  state: query.get('state'),
  createdAt: unixSeconds(provider.ports),
})

/** The address of a request's consent page. */
export const consentUrl = ({ id }: GrantRequest, { endpoint }: KycProvider): string =>
  joinPath(endpoint(), `/kyc/consent/${id}`)

/** GET /kyc/grant/{ocid}: the request that now waits for its user. */
export const openGrant = (grantQuery: GrantQuery): GrantRequest => {
  const { policies, store } = grantQuery.provider
  enforce(policies.grantRules, grantQuery)
  const grantRequest = policies.newRequest(grantQuery)
  store.openRequest(grantRequest)
  return grantRequest
}
