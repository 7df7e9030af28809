import { refuse } from '../../../../reference/every-role/errors.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import type { Mutant } from '../../mutant.ts'

const changeStatuses = (of: Readonly<Record<string, number>>): Pick<MerchantPolicies, 'refuse'> => ({
  refuse: (refusal, operation) => ({
    ...refuse(refusal, operation),
    status: of[refusal.code] ?? refusal.status,
  }),
})

/** Faults in the pairs of code and status (ERR-02). */
export const merchantErrorMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an issuer that is not accepted is forbidden',
    breaks: 'ERR-02',
    alsoBreaks: ['WEBHOOK-02'],
    story: 'An untrusted caller gets a 403.',
    policies: changeStatuses({ ISSUER_NOT_ACCEPTED: 403 }),
  },
  {
    name: 'a wrong signature of a proof is unauthorized',
    breaks: 'ERR-02',
    alsoBreaks: ['WEBHOOK-03'],
    story: 'Signatures are authentication, so 401.',
    policies: changeStatuses({ PROOF_SIGNATURE_INVALID: 401 }),
  },
  {
    name: 'a proof for others is unprocessable',
    breaks: 'ERR-02',
    alsoBreaks: ['WEBHOOK-04'],
    story: 'It is well formed but cannot be processed, so 422.',
    policies: changeStatuses({ INVALID_PROOF: 422 }),
  },
]
