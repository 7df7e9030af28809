import { Refusal } from '../../../protocol/errors.ts'
import { readClaims } from '../../../reference/every-role/authentication/headers.ts'
import type { AuthenticationRule, CommonPolicies } from '../../../reference/every-role/contract.ts'

/** Gives the refusals of a rule a status by their code. */
export const withStatus =
  (statuses: Readonly<Record<string, number>>) =>
  (rule: AuthenticationRule): AuthenticationRule =>
  async (attempt, service) => {
    const refusal = await rule(attempt, service)
    return refusal && new Refusal(refusal.code, statuses[refusal.code] ?? refusal.status, refusal.message)
  }

/** Answers a missing or malformed header with 400 and a code of its own. */
export const refuseMissingHeader: CommonPolicies['readClaims'] = (rawHeaders, profile) => {
  try {
    return readClaims(rawHeaders, profile)
  } catch {
    throw new Refusal('MISSING_AUTHENTICATION', 400, 'An authentication header is missing or malformed.')
  }
}

/** Remembers nonces for an hour, without the caller that sent them. */
export const shareNonces: CommonPolicies['admitNonce'] = ({ nonce }, nonces, { ports }) => {
  const now = ports.now()
  return nonces.admit(0, nonce, { now, until: now + 3_600_000 })
}

/** Refuses a nonce that is longer than its column, or has other characters than a token of HTTP. */
export const refuseLongNonce: CommonPolicies['readClaims'] = (rawHeaders, profile) => {
  const claims = readClaims(rawHeaders, profile)
  if (!/^[!#-'*+.^-`|~\w-]{1,64}$/.test(claims.nonce))
    throw new Refusal('INVALID_NONCE', 400, 'A nonce is a token of 64 characters at most.')
  return claims
}
