import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import type { Mutant } from '../../mutant.ts'
import { refuseRequests } from '../../support/server-hooks.ts'
import { isGrantRequest, notFound } from '../support/consent.ts'

/** Faults in which operations are public (AUTH-20). */
export const kycAuthenticationMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'requests for permissions are forbidden to whom the firewall does not know',
    breaks: 'AUTH-20',
    story: 'Requests without Accept look like robots.',
    prepare: refuseRequests(({ url, headers }) => isGrantRequest(url) && headers.accept === undefined, 403, notFound),
  },
]
