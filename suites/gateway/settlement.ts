import type { JsonObject } from '../../protocol/json.ts'
import type { PrivateKey } from '../../protocol/keys.ts'
import { signPayload } from '../../protocol/payload.ts'
import type { Order, PaymentRequest, Proof } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import { requireDeclared } from '../declared.ts'
import type { Answer } from '../harness/answer.ts'
import { notApplicable } from '../harness/outcome.ts'
import { inCanonicalOrder } from '../harness/requests.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { namedOrder, txidOf } from './transactions.ts'

/** What a payment to the merchant, by the app, is made of; for an order, unless the request says otherwise. */
type Plan = { order: Order; memo: string; request: PaymentRequest }

export type OpenPayment = Plan & { txid: string }

/** Changes of a request; undefined takes a member out. */
type Changes = { [Name in keyof PaymentRequest]?: PaymentRequest[Name] | undefined }

const planned = (stage: Stage, changes: Changes): Plan => {
  const { order, named } = namedOrder(stage, 100)
  const memo = 'Conformance settlement'
  const request = stage.paymentOf(stage.merchant, { amount: order.amount, memo, order: named })
  return { order, memo, request: { ...request, ...changes } as PaymentRequest }
}

export const openPayment = async (stage: Stage, changes: Changes = {}): Promise<OpenPayment> => {
  const plan = planned(stage, changes)
  return { ...plan, txid: txidOf(await stage.pay(plan.request).asControl()) }
}

/** One that expires within seconds; not applicable where the target takes none of that kind. */
export const briefPayment = async (stage: Stage, expiresAt: number): Promise<OpenPayment> => {
  const plan = planned(stage, { expiresAt })
  const made = await stage.pay(plan.request)
  if (!isSuccess(made)) notApplicable('The target takes no payment that expires within seconds.')
  return { ...plan, txid: txidOf(made.json) }
}

/** The settlement provider's proof that the app has paid the merchant there. Heading: POST /payment/create, payment flow. */
export const providerProof = (
  stage: Stage,
  { order, memo }: OpenPayment,
  { to, ...changes }: Partial<Omit<Proof, 'to'>> & { to?: Partial<Proof['to']> } = {},
): JsonObject =>
  inCanonicalOrder({
    txid: stage.fresh('settlement'),
    issuer: stage.settlementProvider.ocid,
    from: { ocid: stage.app.ocid, reference: stage.fresh('from') },
    to: { ocid: stage.merchant.ocid, reference: order.id, ...to },
    amount: order.amount,
    currency: order.currency,
    timestamp: stage.now(),
    memo,
    ...changes,
  })

/** What settles a payment: the provider's proof, signed with its key, unless it says otherwise. */
export type Settling = { txid?: string; proof?: JsonObject; key?: PrivateKey }

/** The app submits a proof. An extension, as the reference profile describes it: settle is not shown. */
export const settle = (
  stage: Stage,
  payment: OpenPayment,
  { txid = payment.txid, proof = providerProof(stage, payment), key = stage.settlementProvider.key }: Settling = {},
): PromiseLike<Answer> =>
  stage.call('payment.settle', { txid, proof, signature: signPayload(proof, key, stage.dialect) }, { as: stage.app })

/** Whether settle was answered as the reference profile describes it. */
export const isSettled = (answer: Answer): boolean =>
  isSuccess(answer) && violations('settle-response', answer.json).length === 0

/** What settle answers to a correct proof; not applicable where it is not offered. */
export const settled = async (stage: Stage, payment: OpenPayment, settling: Settling = {}): Promise<Answer> => {
  requireDeclared(stage, 'payment.settle')
  const answer = await settle(stage, payment, settling)
  if (!isSettled(answer))
    notApplicable(`The target does not offer settle as the reference profile describes it: ${summary(answer)}.`)
  return answer
}
