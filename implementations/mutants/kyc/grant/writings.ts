import { Refusal } from '../../../../protocol/errors.ts'
import type { GrantQuery, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { grantRules } from '../../../../reference/kyc/grant/parameters.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import type { Mutant } from '../../mutant.ts'

const refuseLike =
  (pattern: RegExp, fault: string): Rule<GrantQuery> =>
  ({ address }) =>
    pattern.test(address) ? new Refusal('INVALID_GRANT', 400, fault) : undefined

/** Faults in how the query of a request is read (GRANT-01). */
export const grantWritingMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'permissions are split before they are decoded',
    breaks: 'GRANT-01',
    story: 'The raw query is split at its commas, and every test gateway left them unescaped.',
    policies: { grantRules: [...grantRules, refuseLike(/[?&]grants=[^&]*%2c/i, 'The permission is unknown.')] },
  },
  {
    name: 'an address in the query has to be escaped',
    breaks: 'GRANT-01',
    story: 'The firewall mistakes https:// in a query for a remote file inclusion.',
    policies: { grantRules: [...grantRules, refuseLike(/[?&]callback_url=\w+:\/\//, 'Forbidden.')] },
  },
]
