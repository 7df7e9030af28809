import { inCanonicalOrder } from '../../../../harness/actors/canonical-order.ts'
import { isDeclared, requireDeclared } from '../../../../harness/capabilities.ts'
import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess, summary } from '../../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../../harness/http/response.ts'
import { notApplicable } from '../../../../harness/outcome.ts'
import { type JsonObject, memberOf } from '../../../../protocol/json/json.ts'
import type { PrivateKey } from '../../../../protocol/signature/keys.ts'
import { signPayload } from '../../../../protocol/signature/payload.ts'
import type { Order, PaymentRequest, Proof } from '../../../../schemas/messages.ts'
import { violations } from '../../../../schemas/validate.ts'
import { proofOf, referencedOrder, txidOf } from '../transactions.ts'

/** The request of a payment to the merchant, sent by the app, and the order that it pays. */
type PaymentPlan = { order: Order; memo: string; request: PaymentRequest }

/** A pending payment. Heading: Pending payment. */
export type PendingPayment = PaymentPlan & { txid: string }

/** Changes to a request; undefined removes a member. */
type Changes = { [Name in keyof PaymentRequest]?: PaymentRequest[Name] | undefined }

const planPayment = (context: CheckContext, changes: Changes): PaymentPlan => {
  const { order, orderReference } = referencedOrder(context, 100)
  const memo = 'Conformance settlement'
  const request = context.paymentOf(context.merchant, { amount: order.amount, memo, order: orderReference })
  return { order, memo, request: { ...request, ...changes } as PaymentRequest }
}

/** Creates a pending payment for an order, unless changed; blocks the check unless it is accepted. */
export const createPendingPayment = async (context: CheckContext, changes: Changes = {}): Promise<PendingPayment> => {
  const plan = planPayment(context, changes)
  return { ...plan, txid: txidOf(await context.pay(plan.request).asControl()) }
}

/** Creates a payment that expires within seconds; not applicable if the target accepts none. */
export const createBriefPayment = async (context: CheckContext, expiresAt: number): Promise<PendingPayment> => {
  const plan = planPayment(context, { expiresAt })
  const payment = await context.pay(plan.request)
  if (!isSuccess(payment)) notApplicable('The target accepts no payment that expires within seconds.')
  return { ...plan, txid: txidOf(payment.json) }
}

/** Makes the settlement provider's proof that the app has paid the merchant there. Heading: POST /payment/create, payment flow. */
export const providerProof = (
  context: CheckContext,
  { order, memo }: PendingPayment,
  { to, ...changes }: Partial<Omit<Proof, 'to'>> & { to?: Partial<Proof['to']> } = {},
): JsonObject =>
  inCanonicalOrder({
    txid: context.fresh('settlement'),
    issuer: context.settlementProvider.ocid,
    from: { ocid: context.app.ocid, reference: context.fresh('from') },
    to: { ocid: context.merchant.ocid, reference: order.id, ...to },
    amount: order.amount,
    currency: order.currency,
    timestamp: context.now(),
    memo,
    ...changes,
  })

/** The parts of a settle request; by default the provider's proof of the payment, signed with the provider's key. */
export type SettleOptions = { txid?: string; proof?: JsonObject; key?: PrivateKey }

/** Submits a proof as the app. The document does not describe settle; this extension follows the reference profile. */
export const settle = (
  context: CheckContext,
  payment: PendingPayment,
  options: SettleOptions = {},
): PromiseLike<HttpResponse> => {
  const { txid = payment.txid, proof = providerProof(context, payment) } = options
  const { key = context.settlementProvider.key } = options
  const signature = signPayload(proof, key, context.dialect)
  return context.call('payment.settle', { txid, proof, signature }, { as: context.app })
}

/** Returns whether settle responded as the reference profile describes. */
export const isSettled = (response: HttpResponse): boolean =>
  isSuccess(response) && violations('settle-response', response.json).length === 0

/** Settles a payment with a correct proof; not applicable if the target does not offer settle. */
export const requireSettled = async (
  context: CheckContext,
  payment: PendingPayment,
  options: SettleOptions = {},
): Promise<HttpResponse> => {
  requireDeclared(context, 'payment.settle')
  const response = await settle(context, payment, options)
  if (!isSettled(response))
    notApplicable(`The target does not offer settle as the reference profile describes it: ${summary(response)}.`)
  return response
}

/**
 * Returns whether the target's proofs carry memos, which are optional, judging by the proof of a transfer if the target makes transfers.
 * Heading: Proof.
 */
export const carriesMemos = async (context: CheckContext): Promise<boolean> => {
  if (!isDeclared(context, 'transfer.create')) return true
  const body = { ...context.transferOf({ from: context.partner, to: context.merchant }), memo: context.fresh('memo') }
  const response = await context.call('transfer.create', body, { as: context.partner })
  return !isSuccess(response) || memberOf(proofOf(response.json), 'memo') !== undefined
}
