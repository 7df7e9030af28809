import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { nonceIsNew } from '../../../../reference/every-role/authentication/nonce.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import type { AuthenticationRule } from '../../../../reference/every-role/contract.ts'
import { replace } from '../../../support/changes.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'

/** Spares requests without a memo a rule. */
const onlyWithMemo = (rule: AuthenticationRule): readonly AuthenticationRule[] =>
  replace(authenticationRules, rule, (attempt, service) =>
    Buffer.from(attempt.request.body).includes('"memo"') ? rule(attempt, service) : undefined,
  )

/** Faults in the authentication of requests that have not every optional member. */
export const optionalMemberMutants: readonly SharedMutant[] = [
  {
    name: 'the signature of a request without a memo is not verified',
    roles: authenticatedRoles,
    breaks: 'AUTH-06',
    alsoBreaks: ['AUTH-26'],
    story: 'Requests of the first version had no memo, and no signature.',
    policies: { authenticationRules: onlyWithMemo(requestIsSigned) },
  },
  {
    name: 'the nonce of a request without a memo is not kept',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    story: 'The key of the cache is made of nonce and memo, and what has no memo has no key.',
    policies: { authenticationRules: onlyWithMemo(nonceIsNew) },
  },
]
