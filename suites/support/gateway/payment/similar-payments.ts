import fc from 'fast-check'
import type { CheckContext, PropertyBody } from '../../../../harness/context.ts'
import { isSuccess } from '../../../../harness/http/pending-response.ts'
import { isObject, type JsonObject } from '../../../../protocol/json/json.ts'
import { unlessQuick } from '../../../members/samples.ts'
import { createPayment, txidOf } from '../transactions.ts'

/** Members that two payments may share, although they differ in amount, currency and expiry. */
const sharable = ['reference', 'memo', 'order.id'] as const

/** The members that two payments share. */
type Shared = readonly (typeof sharable)[number][]

const sharedSamples: readonly Shared[] = [...sharable.map(name => [name]), [...sharable]]

/** A payment that was created: its request and its response. */
type Created = { body: JsonObject; payment: JsonObject }

/**
 * Creates two payments in sequence that share some members. Returns those that the target accepts, except one that it treats as the earlier
 * payment, with the same txid (PAYMENT-12).
 */
const paySimilar = async (context: CheckContext, shared: Shared): Promise<Created[]> => {
  const { app, fresh, merchant, run } = context
  const texts = new Map<string, string>(shared.map(name => [name, fresh('shared')]))
  const textOf = (name: Shared[number]) => texts.get(name) ?? fresh('own')
  const created: Created[] = []
  for (const [at, money] of [run.money, run.secondMoney ?? run.money].entries()) {
    const { currency } = money
    const times = { expiresAt: context.now() + 1_800 + 600 * at }
    const request = { amount: money.amount(at + 1), currency, memo: textOf('memo'), ...times }
    const named = { reference: textOf('reference'), order: { id: textOf('order.id'), urls: [] } }
    const body = context.paymentOf(merchant, { ...request, ...named }) as JsonObject
    const response = await context.call('payment.create', body, { as: app })
    if (!isSuccess(response) || !isObject(response.json)) continue
    const payment = response.json
    if (created.every(other => txidOf(other.payment) !== txidOf(payment))) created.push({ body, payment })
  }
  return created
}

/** Returns the property that each of two payments passes a test once both exist, whatever they share. */
export const ofSimilarPayments =
  (test: (context: CheckContext, created: Created) => void | Promise<void>) =>
  async (control: CheckContext): Promise<PropertyBody<Shared>> => {
    await createPayment(control)
    return {
      arbitrary: () => fc.subarray([...sharable]),
      examples: unlessQuick(control, sharedSamples),
      runs: 1,
      test: async (context, shared) => {
        for (const created of await paySimilar(context, shared)) await test(context, created)
      },
    }
  }
