import { Refusal } from '../../../protocol/errors.ts'
import type { AuthenticationRule } from '../contract.ts'

/**
 * Refuses a request that the key of its OCID did not sign. The signature covers method, path, timestamp, nonce and body, as the
 * profile says. Clauses: AUTH-06, AUTH-07, AUTH-08, AUTH-09, AUTH-10, AUTH-21.
 */
export const requestIsSigned: AuthenticationRule = ({ claims, request, publicKey }, { policies, profile }) => {
  const { method, path, body } = request
  const isSigned =
    publicKey !== undefined &&
    policies.verifyRequest({ ...claims, method, path, body }, { publicKey, dialect: profile })
  return isSigned ? undefined : new Refusal('INVALID_SIGNATURE', profile.refusalStatus, 'The request is not signed.')
}
