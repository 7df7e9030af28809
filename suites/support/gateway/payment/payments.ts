import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess, summary } from '../../../../harness/http/pending-response.ts'
import { blocked, expectSame, expectThat } from '../../../../harness/outcome.ts'
import { isSameAmount } from '../../../../protocol/amount.ts'
import { textOf } from '../../../../protocol/json/any-json.ts'
import { isObject, type Json, type JsonObject } from '../../../../protocol/json/json.ts'
import type { PaymentRequest } from '../../../../schemas/messages.ts'
import { readTransaction, txidOf } from '../transactions.ts'

/** A payment as shown by its response and by verify, and when it was created and read. */
type ObservedPayment = { payment: JsonObject; transaction: JsonObject; sentAt: number; readAt: number }

/** Creates a payment and reads it at verify; blocks the check if either fails. */
export const observePayment = async (
  context: CheckContext,
  changes: Partial<PaymentRequest> = {},
): Promise<ObservedPayment> => {
  const sentAt = context.now()
  const payment = await context.pay(context.paymentOf(context.merchant, changes)).asControl()
  const response = await readTransaction(context, txidOf(payment))
  const transaction = isObject(response.json)
    ? response.json
    : blocked(`verify does not show a pending payment: ${summary(response)}`)
  return { payment, transaction, sentAt, readAt: context.now() }
}

/**
 * Creates a payment with a request timestamped at a given second, and reads it at verify; undefined if it is refused: a gateway may
 * tolerate less clock skew (AUTH-22).
 */
export const observeStampedPayment = async (
  context: CheckContext,
  timestamp: number,
): Promise<Pick<ObservedPayment, 'payment' | 'transaction'> | undefined> => {
  const response = await context.pay(context.paymentOf(context.merchant), { timestamp })
  if (!isSuccess(response) || !isObject(response.json)) return undefined
  const { json } = await readTransaction(context, txidOf(response.json))
  return isObject(json) ? { payment: response.json, transaction: json } : undefined
}

/** Returns whether a timestamp is the creation time of a payment. */
export const isCreationTime = (
  { run }: CheckContext,
  seconds: Json | undefined,
  { sentAt, readAt }: Pick<ObservedPayment, 'sentAt' | 'readAt'>,
): boolean => run.clock.isNow(seconds, sentAt, readAt)

/** Fails the clause if verify shows a different payment than the response did. */
export const expectSamePayment = (transaction: JsonObject, payment: JsonObject): void => {
  expectSame(transaction.txid, payment.txid, 'the txid of a payment as verify shows it')
  const { amount = payment.amount, currency = payment.currency } = transaction
  expectSame(currency, payment.currency, 'the currency of a payment as verify shows it')
  const isAmount = isSameAmount(textOf(amount), textOf(payment.amount))
  expectThat(isAmount, 'verify shows the amount of another payment', {
    expected: payment.amount ?? 'no amount',
    actual: amount ?? 'no amount',
  })
}
