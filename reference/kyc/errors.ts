import { kycCodes, Refusal } from '../../protocol/errors.ts'
import type { CommonPolicies } from '../every-role/contract.ts'
import { refuse } from '../every-role/errors.ts'

const isKycCode = (code: string): boolean => kycCodes.some(each => each === code)

/**
 * Returns the answer to a request that is refused, in one of the ten documented codes. A refusal without a fitting code (an unknown path,
 * invalid HTTP) gets INVALID_GRANT. Clauses: ERR-01, ERR-03.
 */
export const refuseInTen: CommonPolicies['refuse'] = (refusal, operation) => {
  const { code, status, message, details } = refusal
  return refuse(isKycCode(code) ? refusal : new Refusal('INVALID_GRANT', status, message, details), operation)
}
