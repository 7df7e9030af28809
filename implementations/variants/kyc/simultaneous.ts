import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { formOf } from '../../../reference/service/forms.ts'
import { notice, sendPage } from '../../../reference/service/page.ts'
import { oneAtATime, refuseMeanwhile } from '../support/simultaneous.ts'
import type { Variant } from '../variant.ts'

/** Other ways to handle simultaneous requests, which the document does not define. */
export const simultaneousRequestVariants: readonly Variant<KycPolicies>[] = [
  oneAtATime,
  {
    name: 'a second decision while the first is stored is a conflict',
    story: 'The request is locked, and the page says so.',
    prepare: refuseMeanwhile(
      request => (request.method === 'POST' ? (formOf(request).get('request') ?? undefined) : undefined),
      reply => sendPage(reply, 409, { text: notice('One moment', 'Your decision is being stored.') }),
    ),
  },
]
