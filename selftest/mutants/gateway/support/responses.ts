import { Refusal } from '../../../../protocol/errors.ts'
import type { JsonObject } from '../../../../protocol/json.ts'
import type { OperationName } from '../../../../protocol/operations.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import type { Proof, TransferRequest } from '../../../../schemas/messages.ts'

/** What of a refusal is another one. */
type Rewording = { status?: number; code?: string }

const reworded = (refusal: Refusal, { status = refusal.status, code = refusal.code }: Rewording): Refusal =>
  new Refusal(code, status, refusal.message)

/** A check that refuses what it has to refuse, with another status or code. */
export const refusing =
  <S>(check: Rule<S>, by: Rewording): Rule<S> =>
  subject => {
    const refusal = check(subject)
    return refusal && reworded(refusal, by)
  }

/** Every refusal of an operation that carries a code, with another status or code. */
export const refusedAs = (operation: OperationName, code: string, by: Rewording): Partial<GatewayPolicies> => ({
  refuse: (refusal, at) =>
    gatewayPolicies.refuse(at === operation && refusal.code === code ? reworded(refusal, by) : refusal, at),
})

/** An operation whose successes are answered in another way. */
export const answeredAs = (
  operation: OperationName,
  change: (body: JsonObject) => { status?: number; body?: JsonObject },
): Partial<GatewayPolicies> => ({
  answer: (at, body) => (at === operation ? { status: 200, body, ...change(body) } : gatewayPolicies.answer(at, body)),
})

/** Verify, where what it shows of transactions of one status is another thing. */
export const shownAs = (
  status: 'pending' | 'completed' | 'expired',
  change: (shown: JsonObject) => JsonObject,
): Partial<GatewayPolicies> => ({
  describeTransaction: (transaction, gateway) => {
    const shown = gatewayPolicies.describeTransaction(transaction, gateway)
    return shown.status === status ? change(shown) : shown
  },
})

/** Transfers whose proof says another thing. */
export const provenAs = (change: (proof: Proof, request: TransferRequest) => Proof): Partial<GatewayPolicies> => ({
  proofOfTransfer: (request, gateway) => change(gatewayPolicies.proofOfTransfer(request, gateway), request),
})
