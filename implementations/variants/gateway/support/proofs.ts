import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Proof } from '../../../../schemas/messages.ts'

export const changeProofs = (change: (proof: Proof) => Proof): Partial<GatewayPolicies> => ({
  proofOfSession: (session, gateway) => change(gatewayPolicies.proofOfSession(session, gateway)),
  proofOfTransfer: (request, gateway) => change(gatewayPolicies.proofOfTransfer(request, gateway)),
  proofOfPayment: (payment, provider, gateway) => change(gatewayPolicies.proofOfPayment(payment, provider, gateway)),
})
