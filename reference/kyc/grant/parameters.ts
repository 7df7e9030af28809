import { Refusal } from '../../../protocol/errors.ts'
import { type Permission, permissions } from '../../../protocol/states.ts'
import { isOcid } from '../../every-role/authentication/headers.ts'
import type { Rule } from '../../service/rules.ts'
import { callbackMembers } from '../callback/query.ts'
import type { GrantQuery, KycProvider } from '../contract.ts'

const invalid = (parameter: string, fault: string): Refusal =>
  new Refusal('INVALID_GRANT', 400, `${parameter} ${fault}.`, { parameter })

const invalidCallback = (fault: string): Refusal =>
  new Refusal('INVALID_CALLBACK_URL', 400, `The callback address is refused: ${fault}.`, { parameter: 'callback_url' })

/** Returns the value of a parameter; empty if it is missing, which is refused the same way. Clause: GRANT-02. */
export const valueIn = (query: URLSearchParams, name: string): string => query.get(name) ?? ''

/** Refuses an address that is not percent-encoded UTF-8: a lenient parser would repair it, and change state. Clauses: GRANT-08, CALLBACK-04. */
export const addressIsText: Rule<GrantQuery> = ({ address }) => {
  try {
    decodeURIComponent(address)
    return undefined
  } catch {
    return invalid('query', 'is not percent-encoded UTF-8')
  }
}

/** Refuses a repeated parameter, since two readers may take different ones. Clause: GRANT-08. */
export const parametersAreSingle: Rule<GrantQuery> = ({ query }) => {
  const repeated = ['grants', 'user_ocid', 'callback_url', 'state'].find(name => query.getAll(name).length > 1)
  return repeated === undefined ? undefined : invalid(repeated, 'is repeated')
}

/** Refuses a path whose requester is not an OCID in digits. Clause: GRANT-03. */
export const requesterIsOcid: Rule<GrantQuery> = ({ requester }) =>
  isOcid(requester) ? undefined : invalid('ocid', 'is not an integer')

/** Returns whether a permission has this name. */
export const isPermission = (name: string): name is Permission => permissions.some(permission => permission === name)

/** Refuses grants that is missing, empty, or names an unknown permission. Clauses: GRANT-02, GRANT-07, GRANT-08. */
export const grantsAreKnown: Rule<GrantQuery> = ({ query }) =>
  valueIn(query, 'grants').split(',').every(isPermission)
    ? undefined
    : invalid('grants', `is not a list of permissions, each of them one of ${permissions.join(', ')}`)

/** Refuses a user_ocid that is missing or not an OCID. Clauses: GRANT-02, GRANT-03. */
export const userIsOcid: Rule<GrantQuery> = ({ query }) =>
  isOcid(valueIn(query, 'user_ocid')) ? undefined : invalid('user_ocid', 'is not an integer')

/**
 * Refuses a callback address that is missing or not valid ("A valid callback address is HTTPS, and localhost is not allowed in
 * production"). Clauses: GRANT-02, GRANT-04, GRANT-05, GRANT-08, GRANT-09, GRANT-10.
 */
export const callbackIsValid: Rule<GrantQuery> = ({ query, provider }) => {
  const fault = provider.policies.callbackFault(valueIn(query, 'callback_url'), provider.environment)
  return fault === undefined ? undefined : invalidCallback(fault)
}

const ambiguity = ({ username, password, searchParams }: URL): string | undefined => {
  if (username + password !== '') return 'it has user info'
  const taken = callbackMembers.find(name => searchParams.has(name))
  return taken && `its query has the member ${taken} already`
}

/** Refuses a callback address with user info, or with a query member of the decision. Clauses: GRANT-07, CALLBACK-12. */
export const callbackIsPlain: Rule<GrantQuery> = ({ query }) => {
  const url = URL.parse(valueIn(query, 'callback_url'))
  const fault = url && ambiguity(url)
  return fault ? invalidCallback(fault) : undefined
}

const isKnown = (ocid: number, { requesters, directory: { callerKeys, metadataAddresses } }: KycProvider): boolean =>
  [requesters, callerKeys, metadataAddresses].some(list => list.has(ocid))

/** Refuses a requester that is neither provisioned nor in the registry. Clauses: GRANT-07, GRANT-08. */
export const requesterIsKnown: Rule<GrantQuery> = ({ requester, provider }) =>
  isKnown(Number(requester), provider) ? undefined : new Refusal('UNKNOWN_OCID', 400, 'The requester is not known.')

/** Returns the OCID of the user; NaN if it is not a number. */
export const userOf = (query: URLSearchParams): number => Number(valueIn(query, 'user_ocid'))

/** Refuses a user that is not provisioned, unless no user is. Clauses: GRANT-07, GRANT-08. */
export const userIsKnown: Rule<GrantQuery> = ({ query, provider: { users, incompleteUsers } }) => {
  const known = new Set([...users, ...incompleteUsers])
  return known.size === 0 || known.has(userOf(query))
    ? undefined
    : new Refusal('USER_NOT_FOUND', 400, 'The user is not known.')
}

/** Refuses a user whose KYC is not complete. Clause: GRANT-08. */
export const userIsComplete: Rule<GrantQuery> = ({ query, provider }) =>
  provider.incompleteUsers.has(userOf(query))
    ? new Refusal('KYC_NOT_COMPLETE', 400, 'The KYC of the user is not complete.')
    : undefined

/** The rules of GET /kyc/grant/{ocid}, in order: first the form of the parameters, then the OCIDs in them. Clause: GRANT-06. */
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
