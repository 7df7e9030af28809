import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { paid, txidOf } from './transactions.ts'

/** Seconds that a payment lives which has to expire within the run; the longer ones where the request itself took as long. */
const lifetimes = [2, 6]

/** How long a target may take to notice that a payment has expired, and how often it is asked. */
const patienceMs = 5_000
const pollMs = 250

/** A payment past its expiresAt. */
export type ExpiredPayment = {
  txid: string
  /** What verify shows of it. */
  shown: HttpResponse
  /** Whether it has the expiresAt that was asked for (PAYMENT-03); where not, it may well be pending still. */
  keptExpiry: boolean
}

/** Whether verify still calls it pending, by either name. */
export const isPending = ({ json }: HttpResponse): boolean =>
  ['pending', 'pending_settlement'].includes(String(member(json, 'status')))

/** A payment that was made to expire, and has; not applicable where the target takes none that expires so soon. */
export const expiredPayment = async (context: CheckContext): Promise<ExpiredPayment> => {
  await paid(context)
  const { made, expiresAt } = await shortLived(context)
  const txid = txidOf(made.json)
  const before = await context.verify(txid)
  const kept = member(before.json, 'expiresAt') ?? member(made.json, 'expiresAt') ?? expiresAt
  if (kept !== expiresAt) return { txid, shown: before, keptExpiry: false }
  return { txid, shown: await readPast(context, txid, expiresAt), keptExpiry: true }
}

const shortLived = async (context: CheckContext): Promise<{ made: HttpResponse; expiresAt: number }> => {
  for (const lifetime of lifetimes) {
    const expiresAt = context.now() + lifetime
    const made = await context.pay(context.paymentOf(context.merchant, { expiresAt }))
    if (isSuccess(made)) return { made, expiresAt }
  }
  return notApplicable('The target takes no payment that expires within seconds.')
}

const readPast = async (context: CheckContext, txid: string, expiresAt: number): Promise<HttpResponse> => {
  await pause((expiresAt + 1) * 1_000 - Date.now(), context.signal)
  const until = performance.now() + patienceMs
  for (;;) {
    const shown = await context.verify(txid)
    if (!isPending(shown) || performance.now() > until) return shown
    await pause(pollMs, context.signal)
  }
}
