import { Refusal } from '../../../../protocol/errors.ts'
import { submissionRules, userIsTheSame } from '../../../../reference/kyc/callback/submission.ts'
import type { GrantQuery, KycPolicies, KycProvider } from '../../../../reference/kyc/contract.ts'
import {
  grantRules,
  userIsComplete,
  userIsKnown,
  userIsOcid,
  valueIn,
} from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeMember } from '../support/consent.ts'

const userIsDigits: Rule<GrantQuery> = ({ query }) =>
  /^\d+$/.test(valueIn(query, 'user_ocid'))
    ? undefined
    : new Refusal('INVALID_GRANT', 400, 'user_ocid is not an integer.')

/** Users with any number of digits, as in a language with unbounded integers. */
const keepUsers = (keep: (user: bigint) => bigint): Partial<KycPolicies> => {
  const users = new Map<string, string>()
  return {
    grantRules: replace(without(grantRules, userIsKnown, userIsComplete), userIsOcid, userIsDigits),
    newRequest: grantQuery => {
      const request = kycPolicies.newRequest(grantQuery)
      const user = BigInt(valueIn(grantQuery.query, 'user_ocid'))
      users.set(request.id, String(keep(user)))
      return request
    },
    membersOf: (request, decision) =>
      changeMember('user_ocid', user => users.get(request.id) ?? user).membersOf(request, decision),
    submissionRules: without(submissionRules, userIsTheSame),
  }
}

const last = 2n ** 63n - 1n

/** Reads a number with a leading zero as octal. */
const octalOf = (text: string): number => Number.parseInt(text, /^0[0-7]+$/.test(text) ? 8 : 10)

const isUser = (user: number, { users }: KycProvider): boolean => users.size === 0 || users.has(user)

/** Faults in users with many digits or a leading zero. */
export const wideUserMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'users have 64 bits, and end at the last of them',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: '(int)$user is the largest integer for whatever is larger.',
    policies: keepUsers(user => (user > last ? last : user)),
  },
  {
    name: 'users have 64 bits, and begin again behind them',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: 'user_ocid BIGINT, and the digits are summed before their number is checked.',
    policies: keepUsers(user => BigInt.asIntN(64, user)),
  },
  {
    name: 'users have 64 bits without a sign',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: 'uint64 should be enough for everyone, and the parser wraps around.',
    policies: keepUsers(user => BigInt.asUintN(64, user)),
  },
  {
    name: 'users with a zero before them are octal',
    kind: 'ends',
    breaks: 'CALLBACK-01',
    story: 'strtol(user, NULL, 0) detects the base.',
    policies: {
      grantRules: replace(without(grantRules, userIsComplete, userIsKnown), userIsOcid, grantQuery =>
        isUser(octalOf(valueIn(grantQuery.query, 'user_ocid')), grantQuery.provider)
          ? userIsDigits(grantQuery)
          : new Refusal('USER_NOT_FOUND', 400, 'The user is not known.'),
      ),
      newRequest: grantQuery => ({
        ...kycPolicies.newRequest(grantQuery),
        user: octalOf(valueIn(grantQuery.query, 'user_ocid')),
      }),
    },
  },
]
