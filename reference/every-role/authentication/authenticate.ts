import { Refusal } from '../../../protocol/errors.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import type { Profile } from '../../../protocol/profile.ts'
import { unixSeconds } from '../../service/ports.ts'
import type { Service } from '../contract.ts'
import type { Nonces } from './nonce.ts'

/** A request as it came: the path as on the request line, header names and values alternating, the bytes of the body. */
export type ReceivedRequest = { method: string; path: string; rawHeaders: readonly string[]; body: Uint8Array }

/** What the four headers say, as sent. */
export type Claims = { ocid: string; timestamp: string; nonce: string; signature: string }

/** A request on its way through the layer. `publicKey` is that of the OCID it names. */
export type AuthenticationAttempt = {
  operation: OperationName
  arrived: ReceivedRequest
  claims: Claims
  publicKey: string | undefined
}

/** One check of the layer. */
export type AuthenticationRule = (
  attempt: AuthenticationAttempt,
  service: Service,
) => Refusal | undefined | Promise<Refusal | undefined>

const valuesOf = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)

type Form = readonly [name: string, isForm: (value: string) => boolean]

/** The value of a header that is there exactly once and has the form; a refusal otherwise. */
const headerOf = (rawHeaders: readonly string[], [name, isForm]: Form, status: number): string => {
  const [value, ...more] = valuesOf(rawHeaders, name)
  if (value === undefined || more.length > 0 || !isForm(value))
    throw new Refusal('INVALID_SIGNATURE', status, `The header ${name} is missing, repeated or malformed.`)
  return value
}

/** Whether a text is an OCID: decimal digits and nothing else, the first of them not 0. */
export const isOcid = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

const matches = (form: RegExp) => (text: string) => form.test(text)

/** The four headers (heading "Authentication"), each exactly once and well formed. */
export const readClaims = (rawHeaders: readonly string[], profile: Profile): Claims => ({
  ocid: headerOf(rawHeaders, ['x-oc-id', isOcid], profile.refusalStatus),
  timestamp: headerOf(rawHeaders, ['x-oc-timestamp', matches(/^\d{1,12}$/)], profile.refusalStatus),
  nonce: headerOf(rawHeaders, ['x-oc-nonce', matches(/^[\x20-\x7e]{1,256}$/)], profile.refusalStatus),
  signature: headerOf(rawHeaders, ['x-oc-signature', matches(/./)], profile.refusalStatus),
})

/** A merchant's key is the registered one; others are given at provisioning, or read from their metadata. */
export const callerKey = async (ocid: number, service: Service): Promise<string | undefined> => {
  const { merchants, callerKeys } = service.directory
  return merchants.get(ocid)?.publicKey ?? callerKeys.get(ocid) ?? service.keyCache.get(ocid, service)
}

/** What somebody hears whom nobody knows. At checkout that is an unregistered merchant already. */
export const unknownCaller = (operation: OperationName, profile: Profile): Refusal =>
  operation === 'orders.checkout'
    ? new Refusal('MERCHANT_NOT_REGISTERED', 401, 'The merchant is not registered at this gateway.')
    : new Refusal('UNKNOWN_OCID', profile.refusalStatus, 'The OCID is not known.')

/** Whether a timestamp is near enough to now; both in Unix seconds. */
export const isFresh = (sent: number, now: number, { clockDifference }: Profile): boolean =>
  now - sent <= clockDifference.pastSeconds && sent - now <= clockDifference.futureSeconds

/** Whether a nonce is new for its caller; remembers it in the same step. */
export const admitNonce = (claims: Claims, nonces: Nonces, service: Service): boolean | Promise<boolean> => {
  const now = service.ports.now()
  return nonces.admit(Number(claims.ocid), claims.nonce, { now, until: now + service.profile.nonceSeconds * 1000 })
}

export const callerIsKnown: AuthenticationRule = ({ operation, publicKey }, { policies, profile }) =>
  publicKey === undefined ? policies.unknownCaller(operation, profile) : undefined

export const requestIsFresh: AuthenticationRule = ({ claims }, { policies, ports, profile }) =>
  policies.isFresh(Number(claims.timestamp), unixSeconds(ports), profile)
    ? undefined
    : new Refusal('TIMESTAMP_EXPIRED', profile.refusalStatus, 'The timestamp is too far from the present.')

export const requestIsSigned: AuthenticationRule = ({ claims, arrived, publicKey }, { policies, profile }) => {
  const { method, path, body } = arrived
  const isSigned =
    publicKey !== undefined &&
    policies.verifyRequest({ ...claims, method, path, body }, { publicKey, dialect: profile })
  return isSigned ? undefined : new Refusal('INVALID_SIGNATURE', profile.refusalStatus, 'The request is not signed.')
}

export const nonceIsNew: AuthenticationRule = async ({ claims }, service) =>
  (await service.policies.admitNonce(claims, service.nonces, service))
    ? undefined
    : new Refusal('NONCE_REUSED', service.profile.refusalStatus, 'The nonce was used before.')

/** The layer's own checks in their order; the nonce comes last, so that nobody without the key uses one up. */
export const authenticationRules: readonly AuthenticationRule[] = [
  callerIsKnown,
  requestIsFresh,
  requestIsSigned,
  nonceIsNew,
]

/** The OCID of the caller, once the layer let the request through; a Refusal otherwise. */
export const authenticate = async (
  operation: OperationName,
  arrived: ReceivedRequest,
  service: Service,
): Promise<number> => {
  const claims = service.policies.readClaims(arrived.rawHeaders, service.profile)
  const publicKey = await service.policies.callerKey(Number(claims.ocid), service)
  for (const check of service.policies.authenticationRules) {
    const refusal = await check({ operation, arrived, claims, publicKey }, service)
    if (refusal !== undefined) throw refusal
  }
  return Number(claims.ocid)
}
