import fc, { type Arbitrary } from 'fast-check'
import { isDeclared } from '../../../../harness/capabilities.ts'
import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess } from '../../../../harness/http/pending-response.ts'
import { type Step, step } from '../../../../harness/model.ts'
import { expectThat } from '../../../../harness/outcome.ts'
import { memberOf } from '../../../../protocol/json/json.ts'
import { readTransaction } from '../transactions.ts'
import { type CompletedTransactions, expectStillCompleted, remember } from '../verify/completed-transactions.ts'
import { createPendingPayment, type PendingPayment, providerProof, settle } from './settlement.ts'

/** A payment, and whether a settlement of it was accepted: the document does not describe settle, so the model follows the target. */
type PaymentModel = { payment: PendingPayment; mayBeCompleted: boolean }

/** Payments, and which of them verify has shown as completed. Heading: Pending payment. */
export type PaymentsModel = { context: CheckContext; payments: PaymentModel[]; completed: CompletedTransactions }

const mostPayments = 2

const create = async ({ context, payments }: PaymentsModel): Promise<void> => {
  payments.push({ payment: await createPendingPayment(context), mayBeCompleted: false })
}

/** Creates the first payment. */
export const startPayments = async (context: CheckContext): Promise<PaymentsModel> => {
  const model: PaymentsModel = { context, payments: [], completed: new Map() }
  await create(model)
  return model
}

/** Submits a proof of the settlement provider, by default a correct one. A refused proof must change nothing. */
const offer = async (model: PaymentsModel, index: number, changes: { amount?: string } = {}): Promise<void> => {
  const { context, payments } = model
  const paymentModel = payments[index]
  if (paymentModel === undefined) return
  const { payment } = paymentModel
  const response = await settle(context, payment, { proof: providerProof(context, payment, changes) })
  if (isSuccess(response)) paymentModel.mayBeCompleted = true
  if (paymentModel.mayBeCompleted) await remember(model, payment.txid)
}

const settleStep = (index: number): Step<PaymentsModel> =>
  step(
    `payment ${index + 1} is settled`,
    model => offer(model, index),
    ({ context, payments }) => index < payments.length && isDeclared(context, 'payment.settle'),
  )

const wrongSettleStep = (index: number): Step<PaymentsModel> =>
  step(
    `payment ${index + 1} is settled with a proof of another amount`,
    model => offer(model, index, { amount: model.context.money.amount(99) }),
    ({ context, payments }) => index < payments.length && isDeclared(context, 'payment.settle'),
  )

/** Mostly the first payment: only a series on one payment reveals new faults. */
const anyPayment = fc.constantFrom(0, 0, 0, 1)

/** Any step of an app or a settlement provider. */
export const paymentStep: Arbitrary<Step<PaymentsModel>> = fc.oneof(
  { weight: 3, arbitrary: anyPayment.map(settleStep) },
  { weight: 4, arbitrary: anyPayment.map(wrongSettleStep) },
  {
    weight: 1,
    arbitrary: fc.constant(step('an app creates a payment', create, ({ payments }) => payments.length < mostPayments)),
  },
)

/** Fails the clause if verify reverts a completion, or reports one that no accepted settlement caused. */
export const expectSoundPayments = async (model: PaymentsModel): Promise<void> => {
  await expectStillCompleted(model)
  // Payments with the same txid fail PAYMENT-12.
  const settled = new Set(model.payments.flatMap(({ payment, mayBeCompleted }) => (mayBeCompleted ? payment.txid : [])))
  for (const { payment } of model.payments) {
    if (settled.has(payment.txid)) continue
    const { json } = await readTransaction(model.context, payment.txid)
    const isPending = memberOf(json, 'status') !== 'completed'
    expectThat(isPending, 'a payment is completed without settlement', { expected: 'pending', actual: 'completed' })
  }
}
