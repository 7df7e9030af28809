import { type ErrorCode, Refusal } from '../../../../protocol/errors.ts'
import type { OperationName } from '../../../../protocol/operations.ts'
import type { CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { refuse } from '../../../../reference/every-role/errors.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import type { Mutant } from '../../mutant.ts'

/** Changes the status of refusals. */
const changeStatus = (
  change: (refusal: Refusal, operation: OperationName | undefined) => number,
): Pick<CommonPolicies, 'refuse'> => ({
  refuse: (refusal, operation) => ({ ...refuse(refusal, operation), status: change(refusal, operation) }),
})

/** Changes the codes of refusals. */
const changeCodes = (codes: Partial<Record<ErrorCode, string>>): Pick<CommonPolicies, 'refuse'> => ({
  refuse: (refusal, operation) => {
    const { code, status, message, details } = refusal
    return refuse(new Refusal((codes as Record<string, string>)[code] ?? code, status, message, details), operation)
  },
})

/** Faults in the pairs of code and status (ERR-02). */
export const gatewayErrorMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'what cannot be carried out is unprocessable',
    breaks: 'ERR-02',
    alsoBreaks: ['CHECKOUT-03', 'CHECKOUT-04', 'CHECKOUT-06', 'TRANSFER-06', 'TRANSFER-08', 'PAYMENT-04'],
    story: 'Our API guideline says 422.',
    policies: changeStatus(({ status }) => (status === 400 ? 422 : status)),
  },
  {
    name: 'who may not is forbidden',
    breaks: 'ERR-02',
    alsoBreaks: ['CHECKOUT-02', 'TRANSFER-07'],
    story: '401 means not logged in, says every book.',
    policies: changeStatus(({ status, code }) =>
      code === 'UNAUTHORIZED' || (code === 'MERCHANT_NOT_REGISTERED' && status === 401) ? 403 : status,
    ),
  },
  {
    name: 'a balance below the amount is a bad request',
    breaks: 'ERR-02',
    alsoBreaks: ['TRANSFER-09'],
    story: 'The developers had never seen a 402.',
    policies: changeStatus(({ status }) => (status === 402 ? 400 : status)),
  },
  {
    name: 'an unknown transaction is NOT_FOUND',
    breaks: 'ERR-02',
    alsoBreaks: ['VERIFY-01'],
    story: 'The repository throws NOT_FOUND for everything that it does not have.',
    policies: changeCodes({ TXID_NOT_FOUND: 'NOT_FOUND' }),
  },
]
