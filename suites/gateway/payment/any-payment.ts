import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import type { RequirementId } from '../../../protocol/requirements/index.ts'
import { expectEchoes } from '../../members/compare.ts'
import type { Drawn } from '../../members/draw.ts'
import { paymentBody, paymentMessages } from '../../members/gateway-messages.ts'
import { echoesOf } from '../../members/table.ts'
import { txidOf } from '../../support/gateway/transactions.ts'

/** An accepted payment: its request and its response. */
export type Taken = { body: JsonObject; payment: JsonObject }

/** Sends a payment; returns undefined if the target refuses it. */
export const sendAny = async (context: CheckContext, drawn: Drawn): Promise<Taken | undefined> => {
  const body = paymentBody(context, drawn)
  const response = await context.call('payment.create', body, { as: context.app })
  return isSuccess(response) && isObject(response.json) ? { body, payment: response.json } : undefined
}

/** Fails the clause unless verify shows a payment as requested. */
export const expectAtVerify =
  (id: RequirementId) =>
  async (context: CheckContext, { body, payment }: Taken) => {
    const transaction = await context.verify(txidOf(payment)).expectAccepted()
    expectEchoes(echoesOf('payment.create', 'verify', id), body, transaction, 'verify')
  }

/** Payments with any values. */
export const anyPayments = { messages: paymentMessages, send: sendAny, runs: 3 }
