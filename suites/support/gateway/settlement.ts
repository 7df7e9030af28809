import { inCanonicalOrder } from '../../../harness/actors/canonical-order.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { PrivateKey } from '../../../protocol/keys.ts'
import { signPayload } from '../../../protocol/payload.ts'
import type { Order, PaymentRequest, Proof } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { requireDeclared } from '../capabilities.ts'
import { namedOrder, txidOf } from './transactions.ts'

/** What a payment to the merchant, by the app, is made of; for an order, unless the request says otherwise. */
type Plan = { order: Order; memo: string; request: PaymentRequest }

export type OpenPayment = Plan & { txid: string }

/** Changes of a request; undefined takes a member out. */
type Changes = { [Name in keyof PaymentRequest]?: PaymentRequest[Name] | undefined }

const planned = (context: CheckContext, changes: Changes): Plan => {
  const { order, named } = namedOrder(context, 100)
  const memo = 'Conformance settlement'
  const request = context.paymentOf(context.merchant, { amount: order.amount, memo, order: named })
  return { order, memo, request: { ...request, ...changes } as PaymentRequest }
}

export const openPayment = async (context: CheckContext, changes: Changes = {}): Promise<OpenPayment> => {
  const plan = planned(context, changes)
  return { ...plan, txid: txidOf(await context.pay(plan.request).asControl()) }
}

/** One that expires within seconds; not applicable where the target takes none of that kind. */
export const briefPayment = async (context: CheckContext, expiresAt: number): Promise<OpenPayment> => {
  const plan = planned(context, { expiresAt })
  const made = await context.pay(plan.request)
  if (!isSuccess(made)) notApplicable('The target takes no payment that expires within seconds.')
  return { ...plan, txid: txidOf(made.json) }
}

/** The settlement provider's proof that the app has paid the merchant there. Heading: POST /payment/create, payment flow. */
export const providerProof = (
  context: CheckContext,
  { order, memo }: OpenPayment,
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

/** What settles a payment: the provider's proof, signed with its key, unless it says otherwise. */
export type Settling = { txid?: string; proof?: JsonObject; key?: PrivateKey }

/** The app submits a proof. An extension, as the reference profile describes it: settle is not shown. */
export const settle = (
  context: CheckContext,
  payment: OpenPayment,
  { txid = payment.txid, proof = providerProof(context, payment), key = context.settlementProvider.key }: Settling = {},
): PromiseLike<HttpResponse> =>
  context.call(
    'payment.settle',
    { txid, proof, signature: signPayload(proof, key, context.dialect) },
    { as: context.app },
  )

/** Whether settle was answered as the reference profile describes it. */
export const isSettled = (response: HttpResponse): boolean =>
  isSuccess(response) && violations('settle-response', response.json).length === 0

/** What settle answers to a correct proof; not applicable where it is not offered. */
export const settled = async (
  context: CheckContext,
  payment: OpenPayment,
  settling: Settling = {},
): Promise<HttpResponse> => {
  requireDeclared(context, 'payment.settle')
  const response = await settle(context, payment, settling)
  if (!isSettled(response))
    notApplicable(`The target does not offer settle as the reference profile describes it: ${summary(response)}.`)
  return response
}
