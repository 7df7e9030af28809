import { Refusal } from '../../../protocol/errors.ts'
import type { AuthenticationRule, Claims, Service } from '../contract.ts'
import { callersTime } from '../wire-format/values.ts'
import type { NonceMemory } from './nonce-memory.ts'

/**
 * Returns whether a nonce is new for its caller, and remembers it in the same step, for `nonceSeconds` of the profile.
 * Clauses: AUTH-14, AUTH-15, AUTH-22, AUTH-25.
 */
export const admitNonce = (claims: Claims, nonces: NonceMemory, service: Service): boolean | Promise<boolean> => {
  const now = callersTime(service.ports)
  return nonces.admit(Number(claims.ocid), claims.nonce, { now, until: now + service.profile.nonceSeconds * 1000 })
}

/** Refuses a nonce that was used before. Clauses: AUTH-14, AUTH-15. */
export const nonceIsNew: AuthenticationRule = async ({ claims }, service) =>
  (await service.policies.admitNonce(claims, service.nonces, service))
    ? undefined
    : new Refusal('NONCE_REUSED', service.profile.refusalStatus, 'The nonce was used before.')
