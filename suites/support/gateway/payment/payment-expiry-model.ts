import fc, { type Arbitrary } from 'fast-check'
import { isDeclared } from '../../../../harness/capabilities.ts'
import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess } from '../../../../harness/http/pending-response.ts'
import { type Step, step } from '../../../../harness/model.ts'
import { expectThat, NotApplicable } from '../../../../harness/outcome.ts'
import { pause } from '../../../../harness/pause.ts'
import { memberOf } from '../../../../protocol/json/json.ts'
import { readTransaction } from '../transactions.ts'
import { type CompletedTransactions, expectStillCompleted, remember } from '../verify/completed-transactions.ts'
import { isPending, verifyAfterExpiry } from './payment-expiry.ts'
import { createBriefPayment, type PendingPayment, providerProof, settle } from './settlement.ts'

/** A payment that expires soon. `isOwn`: it has the requested expiry; `mayBeCompleted`: a settlement was accepted. */
type BriefPayment = {
  context: CheckContext
  payment: PendingPayment
  expiresAt: number
  isOwn: boolean
  mayBeCompleted: boolean
  completed: CompletedTransactions
}

/** The longest lifetime, in seconds, that a payment is given so that it does not expire before it arrives. */
const mostSeconds = 60

/**
 * Creates a payment that expires within seconds, or within minutes if it expired before it arrived; not applicable if the target
 * accepts none.
 */
const startBriefPayment = async (context: CheckContext, seconds: number): Promise<BriefPayment> => {
  const expiresAt = context.run.clock.latest() + context.lifetime(seconds)
  const payment = await createBriefPayment(context, expiresAt).catch((error: unknown) => {
    // The target's clock may show up to a second less.
    if (error instanceof NotApplicable && context.run.clock.latest() + 1 >= expiresAt && seconds < mostSeconds)
      return undefined
    throw error
  })
  if (payment === undefined) return startBriefPayment(context, seconds * 4)
  const shown = memberOf((await readTransaction(context, payment.txid)).json, 'expiresAt') ?? expiresAt
  return { context, payment, expiresAt, isOwn: shown === expiresAt, mayBeCompleted: false, completed: new Map() }
}

const offer = async (model: BriefPayment, changes: { amount?: string } = {}): Promise<void> => {
  const { context, payment } = model
  const response = await settle(context, payment, { proof: providerProof(context, payment, changes) })
  if (isSuccess(response)) model.mayBeCompleted = true
  if (model.mayBeCompleted) await remember(model, payment.txid)
}

const settlements: readonly Step<BriefPayment>[] = [
  step<BriefPayment>('the payment is settled', model => offer(model)),
  step<BriefPayment>('the payment is settled with a proof of another amount', model =>
    offer(model, { amount: model.context.money.amount(99) }),
  ),
]

const verification = step<BriefPayment>('the payment is verified', ({ context, payment }) =>
  context.verify(payment.txid),
)

/** Any step of an app, a merchant or, if the target declares settle, a settlement provider. */
const briefPaymentStep = (context: CheckContext): Arbitrary<Step<BriefPayment>> =>
  fc.constantFrom(...(isDeclared(context, 'payment.settle') ? settlements : []), verification)

/** Returns whether the payment may have expired. */
const isOver = ({ context, expiresAt }: BriefPayment): boolean => context.run.clock.latest() >= expiresAt

/** Waits until the payment has expired. */
const waitForExpiry = step<BriefPayment>('its expiresAt passes', ({ context, expiresAt }) =>
  context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal)),
)

/** Fails the clause if verify no longer shows the payment as completed. */
export const expectCompletionKept = (model: BriefPayment): Promise<void> => expectStillCompleted(model)

/** Fails the clause if an expired, unsettled payment is pending. A different expiry fails PAYMENT-03. */
export const expectNotPending = async ({ context, payment, ...model }: BriefPayment): Promise<void> => {
  if (model.mayBeCompleted || !model.isOwn) return
  const response = await verifyAfterExpiry(context, payment.txid, model.expiresAt)
  expectThat(!isPending(response), 'a payment past its expiresAt is still reported as pending', {
    expected: 'another status',
    actual: response.json,
  })
}

/** Series of steps before and after the expiry of a payment. */
export const briefPayments = {
  start: startBriefPayment,
  seconds: [3, 6, 20],
  isLate: isOver,
  step: briefPaymentStep,
  wait: waitForExpiry,
  atLast: 'the payment is verified',
  most: 2,
  count: 20,
}
