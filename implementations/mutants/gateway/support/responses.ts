import { Refusal } from '../../../../protocol/errors.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import type { OperationName } from '../../../../protocol/operations.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import type { Proof, TransferRequest } from '../../../../schemas/messages.ts'

/** The status and code to refuse with, if they change. */
type RefusalChange = { status?: number; code?: string }

const changeRefusal = (refusal: Refusal, { status = refusal.status, code = refusal.code }: RefusalChange): Refusal =>
  new Refusal(code, status, refusal.message)

/** Changes the status or code of a rule's refusal. */
export const refuseWith =
  <S>(check: Rule<S>, by: RefusalChange): Rule<S> =>
  subject => {
    const refusal = check(subject)
    return refusal && changeRefusal(refusal, by)
  }

/** Changes every refusal of an operation that has a given code. */
export const changeRefusals = (
  operation: OperationName,
  code: string,
  by: RefusalChange,
): Partial<GatewayPolicies> => ({
  refuse: (refusal, at) =>
    gatewayPolicies.refuse(at === operation && refusal.code === code ? changeRefusal(refusal, by) : refusal, at),
})

/** Changes the successful responses of an operation. */
export const changeAnswer = (
  operation: OperationName,
  change: (body: JsonObject) => { status?: number; body?: JsonObject },
): Partial<GatewayPolicies> => ({
  answer: (at, body) => (at === operation ? { status: 200, body, ...change(body) } : gatewayPolicies.answer(at, body)),
})

/** Changes what verify shows of transactions with a given status. */
export const changeShown = (
  status: 'pending' | 'completed' | 'expired',
  change: (response: JsonObject) => JsonObject,
): Partial<GatewayPolicies> => ({
  describeTransaction: (transaction, gateway) => {
    const response = gatewayPolicies.describeTransaction(transaction, gateway)
    return response.status === status ? change(response) : response
  },
})

/** Changes the proof of transfers. */
export const changeProof = (change: (proof: Proof, request: TransferRequest) => Proof): Partial<GatewayPolicies> => ({
  proofOfTransfer: (request, gateway) => change(gatewayPolicies.proofOfTransfer(request, gateway), request),
})
