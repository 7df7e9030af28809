import { reverseAllMembers } from '../../../protocol/json/spellings.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { changeErrors, setContentType } from '../support/responses.ts'
import type { Variant } from '../variant.ts'

/** Other ways to write a response. */
export const responseVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'errors have no details',
    story: 'There is nothing to say in them.',
    policies: { refuse: changeErrors(kycPolicies.refuse, ({ code, message }) => ({ code, message })) },
  },
  {
    name: 'errors have members of their own',
    story: 'Our platform adds them to every error.',
    policies: {
      refuse: changeErrors(kycPolicies.refuse, error => ({
        ...error,
        timestamp: 1_700_000_000,
        requestId: '5d1f3c1e',
        details: { hints: ['Read the guide.'] },
      })),
    },
  },
  {
    name: 'answers are indented, their members in another order',
    story: 'The serializer has options.',
    policies: { encode: body => ` ${JSON.stringify(reverseAllMembers(body), null, '\t')}\n` },
  },
  {
    name: 'the content type has no charset',
    story: 'JSON is always UTF-8.',
    policies: setContentType('application/json', kycPolicies),
  },
  {
    name: 'the content type is in capitals',
    story: 'An old framework.',
    policies: setContentType('Application/JSON;Charset="UTF-8"', kycPolicies),
  },
]
