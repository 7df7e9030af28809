import type { OperationName } from '../../../../protocol/operations.ts'
import {
  type AuthenticationRule,
  authenticationRules,
  callerIsKnown,
  readClaims,
} from '../../../../reference/every-role/authentication/authenticate.ts'
import type { CommonPolicies } from '../../../../reference/every-role/policies.ts'

/** What is made of one of the four headers. */
export type Claim = 'ocid' | 'timestamp' | 'nonce' | 'signature'

const headerNames: Readonly<Record<Claim, string>> = {
  ocid: 'x-oc-id',
  timestamp: 'x-oc-timestamp',
  nonce: 'x-oc-nonce',
  signature: 'x-oc-signature',
}

/** A value of each header that is in order. */
const validValues: Readonly<Record<Claim, string>> = { ocid: '1', timestamp: '1', nonce: 'n', signature: 's' }

const isAt = (rawHeaders: readonly string[], at: number, name: string): boolean =>
  rawHeaders[at - (at % 2)]?.toLowerCase() === name

const headerValue = (rawHeaders: readonly string[], name: string): string | undefined =>
  rawHeaders.find((_, at) => at % 2 === 1 && isAt(rawHeaders, at, name))

/** Takes one header as it comes, empty where it is missing; the others have to be in order. */
export const readUnchecked =
  (claim: Claim): CommonPolicies['readClaims'] =>
  (rawHeaders, profile) => {
    const others = rawHeaders.filter((_, at) => !isAt(rawHeaders, at, headerNames[claim]))
    const claims = readClaims([...others, headerNames[claim], validValues[claim]], profile)
    return { ...claims, [claim]: headerValue(rawHeaders, headerNames[claim]) ?? '' }
  }

/** The layer, whose checks are passed over for some requests; that somebody known has to send them remains. */
export const skipRulesWhen = (
  isSpared: (...given: Parameters<AuthenticationRule>) => boolean,
): readonly AuthenticationRule[] =>
  authenticationRules.map(check =>
    check === callerIsKnown ? check : (...given) => (isSpared(...given) ? undefined : check(...given)),
  )

/** Takes one header where it is there; empty where it is missing. */
export const readIfPresent =
  (claim: Claim): CommonPolicies['readClaims'] =>
  (rawHeaders, profile) =>
    headerValue(rawHeaders, headerNames[claim]) === undefined
      ? readUnchecked(claim)(rawHeaders, profile)
      : readClaims(rawHeaders, profile)

/** Who leaves a header away passes; everywhere, or at some operations. */
export const makeOptional = (claim: Claim, ...at: OperationName[]): Partial<CommonPolicies> => ({
  readClaims: readIfPresent(claim),
  authenticationRules: skipRulesWhen(
    ({ claims, operation }) =>
      claims[claim] === '' && (at.length === 0 || at.some(optionalAt => optionalAt === operation)),
  ),
})
