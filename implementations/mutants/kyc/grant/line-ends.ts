import { Refusal } from '../../../../protocol/errors.ts'
import type { GrantQuery, KycPolicies } from '../../../../reference/kyc/contract.ts'
import {
  callbackIsPlain,
  grantRules,
  requesterIsKnown,
  requesterIsOcid,
  userIsKnown,
  userIsOcid,
  valueIn,
} from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

const userOf = ({ query }: GrantQuery): string => valueIn(query, 'user_ocid')

const requesterOf = ({ requester }: GrantQuery): string => requester

const matches =
  (pattern: RegExp, of: (grantQuery: GrantQuery) => string): Rule<GrantQuery> =>
  grantQuery =>
    pattern.test(of(grantQuery)) ? undefined : new Refusal('INVALID_GRANT', 400, 'That is not an OCID.')

/** Accepts OCIDs that match an expression, and reads their leading digits. */
const readOcidsLike = (pattern: RegExp): Partial<KycPolicies> => ({
  grantRules: replace(
    replace(without(grantRules, requesterIsKnown, userIsKnown), userIsOcid, matches(pattern, userOf)),
    requesterIsOcid,
    matches(pattern, requesterOf),
  ),
  newRequest: grantQuery => ({
    ...kycPolicies.newRequest(grantQuery),
    requester: Number.parseInt(requesterOf(grantQuery), 10),
    user: Number.parseInt(userOf(grantQuery), 10),
  }),
})

/** Accepts the callback addresses that match an expression. */
const takeAddressesLike = (pattern: RegExp): Partial<KycPolicies> => ({
  grantRules: without(grantRules, callbackIsPlain),
  callbackFault: address => (pattern.test(address) ? undefined : 'it is not HTTPS'),
})

/** Faults of regular expressions: missing anchors and missing parts (GRANT-03, GRANT-04). */
export const lineEndMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a number may end in a line feed',
    breaks: 'GRANT-03',
    story: 'In Python and PHP the dollar of ^\\d+$ also matches before a final line feed.',
    policies: readOcidsLike(/^\d+\n?$/),
  },
  {
    name: 'a line of several is a number',
    breaks: 'GRANT-03',
    story: 'In Ruby ^\\d+$ matches any line, and to_i reads the first.',
    policies: readOcidsLike(/^\d+$/m),
  },
  {
    name: 'a line of several is an HTTPS address',
    breaks: 'GRANT-04',
    alsoBreaks: ['GRANT-09'],
    story: 'In Ruby ^https:// matches any line.',
    policies: takeAddressesLike(/^https:\/\/[\w[][^\s\\\x01\x7f]*$/m),
  },
  {
    name: 'whatever follows https:// is an address',
    breaks: 'GRANT-04',
    story: 'The expression has a class for the forbidden characters of an address, but none for the required ones.',
    policies: takeAddressesLike(/^https:\/\/[^\s\\\x01\x7f]+$/),
  },
]
