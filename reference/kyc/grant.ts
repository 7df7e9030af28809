import { joinPath } from '../../protocol/base-url.ts'
import { Refusal } from '../../protocol/errors.ts'
import { type Permission, permissions } from '../../protocol/states.ts'
import { isOcid } from '../authentication.ts'
import { type Check, pass } from '../checks.ts'
import { randomHex, unixSeconds } from '../ports.ts'
import { callbackMembers } from './callback.ts'
import type { KycProvider } from './provider.ts'
import { faultIn, type Query, valueIn } from './query.ts'
import type { KycRequest } from './records.ts'

/** A request for permissions as it came; `requester` from the path. */
export type Asking = { requester: string; query: Query; provider: KycProvider }

/** How long a request waits for its user. */
export const requestSeconds = 900

const invalid = (parameter: string, fault: string): Refusal =>
  new Refusal('INVALID_GRANT', 400, `${parameter} ${fault}.`, { parameter })

const invalidCallback = (fault: string): Refusal =>
  new Refusal('INVALID_CALLBACK_URL', 400, `The callback address is refused: ${fault}.`, { parameter: 'callback_url' })

const missing = ({ query }: Asking, name: string): string | undefined =>
  faultIn(query, name) ?? (valueIn(query, name) ? undefined : 'is missing or empty')

const isGiven =
  (name: string): Check<Asking> =>
  asking => {
    const fault = missing(asking, name)
    return fault === undefined ? undefined : invalid(name, fault)
  }

/** The path names an OCID, in digits. */
export const requesterIsOcid: Check<Asking> = ({ requester }) =>
  isOcid(requester) ? undefined : invalid('ocid', 'is not an integer')

export const grantsAreGiven = isGiven('grants')

const isPermission = (name: string): name is Permission => permissions.some(permission => permission === name)

/** Every element is the name of a permission. */
export const grantsAreKnown: Check<Asking> = ({ query }) =>
  (valueIn(query, 'grants') ?? '').split(',').every(isPermission)
    ? undefined
    : invalid('grants', `has an element that is none of ${permissions.join(', ')}`)

export const userIsGiven = isGiven('user_ocid')

export const userIsOcid: Check<Asking> = ({ query }) =>
  isOcid(valueIn(query, 'user_ocid') ?? '') ? undefined : invalid('user_ocid', 'is not an integer')

export const callbackIsGiven: Check<Asking> = asking => {
  const fault = missing(asking, 'callback_url')
  return fault === undefined ? undefined : invalidCallback(`it ${fault}`)
}

/** "A valid callback address is HTTPS, and localhost is not allowed in production". */
export const callbackIsValid: Check<Asking> = ({ query, provider }) => {
  const fault = provider.policies.callbackFault(valueIn(query, 'callback_url') ?? '', provider.environment)
  return fault === undefined ? undefined : invalidCallback(fault)
}

/** Nobody can mistake whose address it is, nor a member that it brings along for one of the decision. */
export const callbackIsPlain: Check<Asking> = ({ query }) => {
  const url = URL.parse(valueIn(query, 'callback_url') ?? '')
  if (url?.username || url?.password) return invalidCallback('it has user info')
  const taken = callbackMembers.find(name => url?.searchParams.has(name))
  return taken === undefined ? undefined : invalidCallback(`its query has the member ${taken} already`)
}

export const stateIsReadable: Check<Asking> = ({ query }) => {
  const fault = faultIn(query, 'state')
  return fault === undefined ? undefined : invalid('state', fault)
}

const isKnown = (ocid: number, { requesters, directory: { callerKeys, metadataAddresses } }: KycProvider): boolean =>
  [requesters, callerKeys, metadataAddresses].some(known => known.has(ocid))

/** The requester is provisioned, or in the registry. */
export const requesterIsKnown: Check<Asking> = ({ requester, provider }) =>
  isKnown(Number(requester), provider) ? undefined : new Refusal('UNKNOWN_OCID', 400, 'The requester is not known.')

const userOf = (query: Query): number => Number(valueIn(query, 'user_ocid'))

/** The user is one of those that are provisioned; without any, nobody is looked for. */
export const userIsKnown: Check<Asking> = ({ query, provider: { users, incompleteUsers } }) => {
  const known = new Set([...users, ...incompleteUsers])
  return known.size === 0 || known.has(userOf(query))
    ? undefined
    : new Refusal('USER_NOT_FOUND', 400, 'The user is not known.')
}

export const userIsComplete: Check<Asking> = ({ query, provider }) =>
  provider.incompleteUsers.has(userOf(query))
    ? new Refusal('KYC_NOT_COMPLETE', 400, 'The KYC of the user is not complete.')
    : undefined

/** What is asked of a request before a browser is sent anywhere: first how it is written, then who is in it. */
export const grantChecks: readonly Check<Asking>[] = [
  requesterIsOcid,
  grantsAreGiven,
  grantsAreKnown,
  userIsGiven,
  userIsOcid,
  callbackIsGiven,
  callbackIsValid,
  callbackIsPlain,
  stateIsReadable,
  requesterIsKnown,
  userIsKnown,
  userIsComplete,
]

/** The permissions in `grants`, in its order, each of them once. */
export const permissionsOf = (grants: string): Permission[] => [...new Set(grants.split(','))].filter(isPermission)

/** 256 random bits: whoever has the address may decide. */
export const newRequestId = ({ ports }: KycProvider): string => randomHex(ports, 32)

/** A fresh request out of parameters that were checked. */
export const newRequest = ({ requester, query, provider }: Asking): KycRequest => {
  const state = valueIn(query, 'state')
  return {
    id: provider.policies.newRequestId(provider),
    requester: Number(requester),
    user: userOf(query),
    permissions: provider.policies.permissionsOf(valueIn(query, 'grants') ?? ''),
    callbackUrl: valueIn(query, 'callback_url') ?? '',
    ...(state === undefined ? {} : { state }),
    createdAt: unixSeconds(provider.ports),
  }
}

/** The address of a request's consent page. */
export const consentUrl = ({ id }: KycRequest, { endpoint }: KycProvider): string =>
  joinPath(endpoint(), `/kyc/consent/${id}`)

/** GET /kyc/grant/{ocid}: the request that now waits for its user. */
export const askForGrant = (asking: Asking): KycRequest => {
  const { policies, store } = asking.provider
  pass(policies.grantChecks, asking)
  const asked = policies.newRequest(asking)
  store.openRequest(asked)
  return asked
}
