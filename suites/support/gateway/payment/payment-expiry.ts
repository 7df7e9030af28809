import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess } from '../../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../../harness/http/response.ts'
import { notApplicable } from '../../../../harness/outcome.ts'
import { waits } from '../../../../harness/patience.ts'
import { pause } from '../../../../harness/pause.ts'
import { textOf } from '../../../../protocol/json/any-json.ts'
import { memberOf } from '../../../../protocol/json/json.ts'
import { createPayment, readTransaction, txidOf } from '../transactions.ts'

/** Seconds until a payment expires; the second value is tried if the request itself takes as long as the first. */
const lifetimes = [2, 6]

/** A payment past its expiresAt. */
type ExpiredPayment = {
  txid: string
  verifyResponse: HttpResponse
  /** False if the payment did not get the requested expiresAt (PAYMENT-03); it may then still be pending. */
  hasRequestedExpiry: boolean
}

/** Returns whether the run is a first look at a target whose clock can be advanced: it does not wait for expiries. */
export const movesClockAtFirst = ({ run }: CheckContext): boolean =>
  run.depth === 'quick' && run.moveClock !== undefined

/** Returns whether verify shows a payment as pending, by either name. */
export const isPending = ({ json }: HttpResponse): boolean =>
  ['pending', 'pending_settlement'].includes(textOf(memberOf(json, 'status')))

/** Creates a payment and waits until it has expired; not applicable if the target accepts none that expires so soon. */
export const createExpiredPayment = async (context: CheckContext): Promise<ExpiredPayment> => {
  await createPayment(context)
  const { payment, expiresAt } = await createShortLived(context)
  const txid = txidOf(payment.json)
  const before = await context.verify(txid)
  const shownExpiry = memberOf(before.json, 'expiresAt') ?? memberOf(payment.json, 'expiresAt') ?? expiresAt
  if (shownExpiry !== expiresAt) return { txid, verifyResponse: before, hasRequestedExpiry: false }
  const { clock } = context.run
  await context.letPass(clock.msUntil(expiresAt) / 1_000, movesClockAtFirst(context))
  return { txid, verifyResponse: await verifyAfterExpiry(context, txid, expiresAt), hasRequestedExpiry: true }
}

const createShortLived = async (context: CheckContext): Promise<{ payment: HttpResponse; expiresAt: number }> => {
  for (const lifetime of lifetimes) {
    const expiresAt = context.run.clock.latest() + context.lifetime(lifetime)
    const payment = await context.pay(context.paymentOf(context.merchant, { expiresAt }))
    if (isSuccess(payment)) return { payment, expiresAt }
  }
  return notApplicable('The target accepts no payment that expires within the run.')
}

/** Waits until a payment has expired, and then until verify no longer shows it as pending, for at most a few seconds. */
export const verifyAfterExpiry = async (
  context: CheckContext,
  txid: string,
  expiresAt: number,
): Promise<HttpResponse> => {
  await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
  const until = performance.now() + waits.paymentExpiry.ms
  for (;;) {
    const response = await readTransaction(context, txid)
    if (!isPending(response) || performance.now() > until) return response
    await pause(waits.paymentRereading.ms, context.signal)
  }
}
