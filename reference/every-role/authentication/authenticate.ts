import type { OperationName } from '../../../protocol/operations.ts'
import type { AuthenticationRule, ReceivedRequest, Service } from '../contract.ts'
import { callerIsKnown } from './caller.ts'
import { nonceIsNew } from './nonce.ts'
import { requestIsSigned } from './signature.ts'
import { requestIsFresh } from './timestamp.ts'

/**
 * The rules of authentication in their order. The nonce is checked last, so that a request without the caller's key uses none up.
 * Clauses: AUTH-19, AUTH-25.
 */
export const authenticationRules: readonly AuthenticationRule[] = [
  callerIsKnown,
  requestIsFresh,
  requestIsSigned,
  nonceIsNew,
]

/**
 * Returns the OCID of the caller; throws a Refusal if the request does not meet a rule, with the status of the profile.
 * Clauses: AUTH-01, AUTH-18, AUTH-23, AUTH-29.
 */
export const authenticate = async (
  operation: OperationName,
  request: ReceivedRequest,
  service: Service,
): Promise<number> => {
  const claims = service.policies.readClaims(request.rawHeaders, service.profile)
  const publicKey = await service.policies.callerKey(Number(claims.ocid), service)
  for (const rule of service.policies.authenticationRules) {
    const refusal = await rule({ operation, request, claims, publicKey }, service)
    if (refusal !== undefined) throw refusal
  }
  return Number(claims.ocid)
}
