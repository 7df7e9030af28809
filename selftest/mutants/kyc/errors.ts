import { Refusal } from '../../../protocol/errors.ts'
import { refuse } from '../../../reference/every-role/errors.ts'
import { type KycPolicies, refuseInTen } from '../../../reference/kyc/policies.ts'
import type { Mutant } from '../mutant.ts'

const refusing = (change: (refusal: Refusal) => Refusal): Pick<KycPolicies, 'refuse'> => ({
  refuse: (refusal, operation) => refuse(change(refusal), operation),
})

const inTen: KycPolicies['refuse'] = (refusal, operation) => refuseInTen(refusal, operation)

const renamed = (codes: Readonly<Record<string, string>>): Pick<KycPolicies, 'refuse'> =>
  refusing(({ code, status, message, details }) => new Refusal(codes[code] ?? code, status, message, details))

/** Faults in the codes of a KYC provider. */
export const kycErrorMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'an invalid callback address is unprocessable',
    breaks: 'ERR-02',
    alsoBreaks: ['GRANT-02', 'GRANT-04', 'GRANT-09'],
    story: '422 is what the guideline of the house says.',
    policies: {
      refuse: (refusal, operation) => ({
        ...inTen(refusal, operation),
        ...(refusal.code === 'INVALID_CALLBACK_URL' ? { status: 422 } : {}),
      }),
    },
  },
  {
    name: 'an invalid callback address is an invalid grant',
    breaks: 'ERR-02',
    alsoBreaks: ['GRANT-04', 'GRANT-09'],
    story: 'One validator reads all parameters, and has one code.',
    policies: renamed({ INVALID_CALLBACK_URL: 'INVALID_GRANT' }),
  },
  {
    name: 'parameters are refused with a code of the framework',
    breaks: 'ERR-03',
    story: 'The framework validates, and its code was passed on.',
    policies: renamed({ INVALID_GRANT: 'VALIDATION_ERROR' }),
  },
  {
    name: 'a user that nobody knows has a code of its own',
    breaks: 'ERR-03',
    story: 'The list of ten was copied from memory.',
    policies: renamed({ USER_NOT_FOUND: 'UNKNOWN_USER', UNKNOWN_OCID: 'UNKNOWN_REQUESTER' }),
  },
]
