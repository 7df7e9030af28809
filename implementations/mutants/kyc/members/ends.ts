import { Refusal } from '../../../../protocol/errors.ts'
import type { GrantQuery, KycPolicies } from '../../../../reference/kyc/contract.ts'
import {
  grantRules,
  userIsComplete,
  userIsKnown,
  userIsOcid,
  userOf,
  valueIn,
} from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { GrantRequest } from '../../../../reference/kyc/records.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeMember } from '../support/consent.ts'

/** Changes requests before they are stored. */
const changeRequest = (
  change: (request: GrantRequest, grantQuery: GrantQuery) => Partial<GrantRequest>,
): Pick<KycPolicies, 'newRequest'> => ({
  newRequest: grantQuery => {
    const request = kycPolicies.newRequest(grantQuery)
    return { ...request, ...change(request, grantQuery) }
  },
})

/** Mistakes a user for the known one if a change makes them equal. */
const changeKnownUser = (change: (user: number) => number) =>
  changeRequest(({ user }, { provider }) => ({ user: provider.users.has(change(user)) ? change(user) : user }))

/** Any user may be asked about: users identify themselves when they log in. */
const anyUser = without(grantRules, userIsKnown, userIsComplete)

/** Refuses a user that is not written in digits, of any number. */
const userIsDigits: Rule<GrantQuery> = ({ query }) =>
  /^\d+$/.test(valueIn(query, 'user_ocid'))
    ? undefined
    : new Refusal('INVALID_GRANT', 400, 'user_ocid is not an integer.')

/** Like the rule of the reference, but accepts a sign. */
const userIsSignedDigits: Rule<GrantQuery> = grantQuery =>
  /^-[1-9]\d{0,14}$/.test(valueIn(grantQuery.query, 'user_ocid')) ? undefined : userIsOcid(grantQuery)

/** Faults that only boundary values of parameters reveal. */
export const kycEndMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a state has 255 characters at most',
    kind: 'ends',
    breaks: 'CALLBACK-04',
    story: 'state VARCHAR(255), in a database that is not strict.',
    policies: changeMember('state', state => state.slice(0, 255)),
  },
  {
    name: 'a callback address has 255 characters at most',
    kind: 'ends',
    breaks: 'CALLBACK-06',
    story: 'callback_url VARCHAR(255), in a database that is not strict.',
    policies: changeRequest(({ callbackUrl }) => ({ callbackUrl: callbackUrl.slice(0, 255) })),
  },
  {
    name: 'the address of the redirect has 2,048 characters at most',
    kind: 'ends',
    breaks: 'CALLBACK-04',
    story: 'Old browsers read no more, so the header is truncated.',
    policies: { sendToCallback: (reply, address) => kycPolicies.sendToCallback(reply, address.slice(0, 2_048)) },
  },
  {
    name: 'users have 32 bits',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: 'user_ocid INTEGER, and the driver wraps around.',
    policies: {
      grantRules: anyUser,
      ...changeRequest((_request, { query }) => ({ user: Number(BigInt.asIntN(32, BigInt(userOf(query)))) })),
    },
  },
  {
    name: 'users are found by 32 bits of their number',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: 'Math.imul and | 0 made the lookup fast: the user found in the table is the one that is named.',
    policies: { grantRules: anyUser, ...changeKnownUser(user => user | 0) },
  },
  {
    name: 'users are found without the sign of their number',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: 'The number is an unsigned column, which keeps only the digits.',
    policies: {
      grantRules: replace(anyUser, userIsOcid, userIsSignedDigits),
      ...changeKnownUser(user => Math.abs(user)),
    },
  },
  {
    name: 'users are floating-point numbers of double precision',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: 'Digits are checked in the text, and Number() rounds longer numbers than it can hold.',
    policies: { grantRules: replace(anyUser, userIsOcid, userIsDigits) },
  },
  {
    name: 'users are floating-point numbers of single precision',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: 'The column of a spreadsheet became REAL when it was imported.',
    policies: { grantRules: anyUser, ...changeRequest(({ user }) => ({ user: Math.fround(user) })) },
  },
]
