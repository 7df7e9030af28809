import { isObject } from '../../../../protocol/json/json.ts'
import type {
  CheckoutView,
  Gateway,
  GatewayPolicies,
  ProofNotification,
} from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Order, OrderItem, PaymentRequest, Proof } from '../../../../schemas/messages.ts'
import { changeShown } from '../support/responses.ts'

/** Changes the order that the hosted page shows. */
export const changeShownOrder = (change: (order: Order) => Order): Partial<GatewayPolicies> => ({
  checkoutPage: (view: CheckoutView) =>
    gatewayPolicies.checkoutPage({ ...view, session: { ...view.session, order: change(view.session.order) } }),
})

/** Changes the items that the hosted page shows. */
export const changeShownItems = (change: (items: readonly OrderItem[]) => OrderItem[]): Partial<GatewayPolicies> =>
  changeShownOrder(order => ({ ...order, items: change(order.items ?? []) }))

/** Changes the proof of hosted payments. */
export const changeSessionProof = (change: (proof: Proof, order: Order) => Proof): Partial<GatewayPolicies> => ({
  proofOfSession: (session, gateway) => change(gatewayPolicies.proofOfSession(session, gateway), session.order),
})

/** Changes the proof of settled payments. */
export const changeSettledProof = (
  change: (proof: Proof, payment: Pick<PaymentRequest, 'reference' | 'memo' | 'order'>) => Proof,
): Partial<GatewayPolicies> => ({
  proofOfPayment: (payment, provider, gateway) =>
    change(gatewayPolicies.proofOfPayment(payment, provider, gateway), payment),
})

/** Changes the proof in every notification, but not its signature. */
export const changeNotified = (change: (proof: Proof) => Proof): Partial<GatewayPolicies> => {
  const changed = ({ base, signed }: ProofNotification): ProofNotification => ({
    base,
    signed: { ...signed, proof: change(signed.proof) },
  })
  return {
    notifyFirst: (notice, gateway: Gateway) => gatewayPolicies.notifyFirst(changed(notice), gateway),
    notifyInBackground: (notice, gateway: Gateway) => gatewayPolicies.notifyInBackground(changed(notice), gateway),
  }
}

/** Changes the proof that verify shows of a completed transaction. */
export const changeVerified = (change: (proof: Proof) => Proof): Partial<GatewayPolicies> =>
  changeShown('completed', response =>
    isObject(response.proof) ? { ...response, proof: change(response.proof as unknown as Proof) as never } : response,
  )

/** Changes one string of a proof, if present. */
export const withMemo =
  (change: (memo: string) => string | undefined) =>
  ({ memo, ...proof }: Proof): Proof => {
    const changed = memo === undefined ? undefined : change(memo)
    return changed === undefined ? proof : { ...proof, memo: changed }
  }
