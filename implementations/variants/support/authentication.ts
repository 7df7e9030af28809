import { Refusal } from '../../../protocol/errors.ts'
import { callerIsKnown } from '../../../reference/every-role/authentication/caller.ts'
import { readClaims } from '../../../reference/every-role/authentication/headers.ts'
import { nonceIsNew } from '../../../reference/every-role/authentication/nonce.ts'
import { requestIsSigned } from '../../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../../reference/every-role/authentication/timestamp.ts'
import type { AuthenticationRule, CommonPolicies } from '../../../reference/every-role/contract.ts'
import type { Variant } from '../variant.ts'

/** Gives the refusals of a rule a status, by code. */
export const withStatus =
  (statuses: Readonly<Record<string, number>>) =>
  (rule: AuthenticationRule): AuthenticationRule =>
  async (attempt, service) => {
    const refusal = await rule(attempt, service)
    return refusal && new Refusal(refusal.code, statuses[refusal.code] ?? refusal.status, refusal.message)
  }

/** Answers a missing or malformed header with 400 and an undocumented code. */
const refuseMissingHeader: CommonPolicies['readClaims'] = (rawHeaders, profile) => {
  try {
    return readClaims(rawHeaders, profile)
  } catch {
    throw new Refusal('MISSING_AUTHENTICATION', 400, 'An authentication header is missing or malformed.')
  }
}

/** Remembers nonces of all senders for an hour. */
const shareNonces: CommonPolicies['admitNonce'] = ({ nonce }, nonces, { ports }) => {
  const now = ports.now()
  return nonces.admit(0, nonce, { now, until: now + 3_600_000 })
}

/** Refuses nonces of another form, with a message that says which. */
const refuseNonces =
  (form: RegExp, message: string): CommonPolicies['readClaims'] =>
  (rawHeaders, profile) => {
    const claims = readClaims(rawHeaders, profile)
    if (!form.test(claims.nonce)) throw new Refusal('INVALID_NONCE', 400, message)
    return claims
  }

/** Longer nonces do not fit their column, and other characters are not valid in an HTTP token. */
const tokenNonces = refuseNonces(/^[!#-'*+.^-`|~\w-]{1,64}$/, 'A nonce is a token of at most 64 characters.')

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Choices in the authentication layer that every role with signed requests may make ("Authentication"). */
export const layerVariants: readonly Variant<CommonPolicies>[] = [
  {
    name: 'the layer refuses with 400',
    story: 'Everything refused here is a bad request.',
    profile: { refusalStatus: 400 },
  },
  {
    name: 'the layer refuses with 403',
    story: '401 requires a WWW-Authenticate header, and there is no scheme to name in it.',
    profile: { refusalStatus: 403 },
  },
  {
    name: 'a missing header is a bad request with a code of its own',
    story: 'Without headers there is no signature to be invalid.',
    policies: { readClaims: refuseMissingHeader },
  },
  {
    name: 'the timestamp is looked at first',
    story: 'The cheapest check is done first.',
    policies: { authenticationRules: [requestIsFresh, callerIsKnown, requestIsSigned, nonceIsNew] },
  },
  {
    name: 'two minutes of clock difference',
    story: 'Everyone has NTP.',
    profile: { clockDifference: { pastSeconds: 120, futureSeconds: 120 }, nonceSeconds: 240 },
  },
  {
    name: 'a nonce is a token of 64 characters at most',
    story: 'It is a column of the primary key.',
    policies: { readClaims: tokenNonces },
  },
  {
    name: 'a nonce is a UUID',
    story: 'It is a column of that type.',
    policies: { readClaims: refuseNonces(uuid, 'A nonce is a UUID.') },
  },
  {
    name: 'nonces are shared by all callers',
    story: 'One column with a unique index.',
    policies: { admitNonce: shareNonces },
  },
]
