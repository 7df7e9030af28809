import type { JsonObject } from '../../protocol/json.ts'
import { signPayload } from '../../protocol/payload.ts'
import type { Order } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import type { Answer } from '../harness/answer.ts'
import { isSuccess } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { namedOrder, txidOf } from './transactions.ts'

/** A payment for an order of the merchant, by the app. */
export type OpenPayment = { txid: string; order: Order; memo: string; reference: string }

export const openPayment = async (stage: Stage): Promise<OpenPayment> => {
  const { order, named } = namedOrder(stage, 100)
  const memo = 'Conformance settlement'
  const reference = stage.fresh('payment')
  const changes = { amount: order.amount, memo, reference, order: named }
  const made = await stage.pay(stage.paymentOf(stage.merchant, changes)).asControl()
  return { txid: txidOf(made), order, memo, reference }
}

/** The settlement provider's proof that the app has paid the merchant there. Heading: POST /payment/create, payment flow. */
export const providerProof = (stage: Stage, { order, memo }: OpenPayment): JsonObject => ({
  txid: stage.fresh('settlement'),
  issuer: stage.settlementProvider.ocid,
  from: { ocid: stage.app.ocid, reference: stage.fresh('from') },
  to: { ocid: stage.merchant.ocid, reference: order.id },
  amount: order.amount,
  currency: order.currency,
  timestamp: stage.now(),
  memo,
})

/** The app submits the proof. An extension, as the reference profile describes it: settle is not shown. */
export const settle = async (stage: Stage, payment: OpenPayment): Promise<Answer> => {
  const proof = providerProof(stage, payment)
  const signature = signPayload(proof, stage.settlementProvider.key, stage.dialect)
  return stage.call('payment.settle', { txid: payment.txid, proof, signature }, { as: stage.app })
}

/** Whether settle was answered as the reference profile describes it. */
export const isSettled = (answer: Answer): boolean =>
  isSuccess(answer) && violations('settle-response', answer.json).length === 0
