import type { OperationName } from '../../../../protocol/operations.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { callerIsKnown } from '../../../../reference/every-role/authentication/caller.ts'
import { readClaims } from '../../../../reference/every-role/authentication/headers.ts'
import type { AuthenticationRule, CommonPolicies } from '../../../../reference/every-role/contract.ts'

/** One of the four headers. */
export type Claim = 'ocid' | 'timestamp' | 'nonce' | 'signature'

const headerNames: Readonly<Record<Claim, string>> = {
  ocid: 'x-oc-id',
  timestamp: 'x-oc-timestamp',
  nonce: 'x-oc-nonce',
  signature: 'x-oc-signature',
}

/** A well-formed value of each header. */
const validValues: Readonly<Record<Claim, string>> = { ocid: '1', timestamp: '1', nonce: 'n', signature: 's' }

const isAt = (rawHeaders: readonly string[], at: number, name: string): boolean =>
  rawHeaders[at - (at % 2)]?.toLowerCase() === name

const headerValue = (rawHeaders: readonly string[], name: string): string | undefined =>
  rawHeaders.find((_, at) => at % 2 === 1 && isAt(rawHeaders, at, name))

/** Reads one header unchecked, empty if it is missing; the others are checked as usual. */
export const readUnchecked =
  (claim: Claim): CommonPolicies['readClaims'] =>
  (rawHeaders, profile) => {
    const others = rawHeaders.filter((_, at) => !isAt(rawHeaders, at, headerNames[claim]))
    const claims = readClaims([...others, headerNames[claim], validValues[claim]], profile)
    return { ...claims, [claim]: headerValue(rawHeaders, headerNames[claim]) ?? '' }
  }

/** Returns the authentication rules; some requests skip all but `callerIsKnown`. */
export const skipRulesWhen = (
  isSpared: (...given: Parameters<AuthenticationRule>) => boolean,
): readonly AuthenticationRule[] =>
  authenticationRules.map(check =>
    check === callerIsKnown ? check : (...given) => (isSpared(...given) ? undefined : check(...given)),
  )

/** Reads one header as usual if it is present, and as empty if it is missing. */
export const readIfPresent =
  (claim: Claim): CommonPolicies['readClaims'] =>
  (rawHeaders, profile) =>
    headerValue(rawHeaders, headerNames[claim]) === undefined
      ? readUnchecked(claim)(rawHeaders, profile)
      : readClaims(rawHeaders, profile)

/** Reads one header as usual, but also accepts an empty one. */
export const readAlsoEmpty =
  (claim: Claim): CommonPolicies['readClaims'] =>
  (rawHeaders, profile) =>
    headerValue(rawHeaders, headerNames[claim]) === ''
      ? readUnchecked(claim)(rawHeaders, profile)
      : readClaims(rawHeaders, profile)

/** Accepts requests without a header, at all operations or only some. */
export const makeOptional = (claim: Claim, ...at: OperationName[]): Partial<CommonPolicies> => ({
  readClaims: readIfPresent(claim),
  authenticationRules: skipRulesWhen(
    ({ claims, operation }) =>
      claims[claim] === '' && (at.length === 0 || at.some(optionalAt => optionalAt === operation)),
  ),
})
