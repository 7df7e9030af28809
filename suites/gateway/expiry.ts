import type { Answer } from '../harness/answer.ts'
import { notApplicable } from '../harness/outcome.ts'
import { isSuccess } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import { pause } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
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
  shown: Answer
  /** Whether it has the expiresAt that was asked for (PAYMENT-03); where not, it may well be pending still. */
  keptExpiry: boolean
}

/** Whether verify still calls it pending, by either name. */
export const isPending = ({ json }: Answer): boolean =>
  ['pending', 'pending_settlement'].includes(String(member(json, 'status')))

/** A payment that was made to expire, and has; not applicable where the target takes none that expires so soon. */
export const expiredPayment = async (stage: Stage): Promise<ExpiredPayment> => {
  await paid(stage)
  const { made, expiresAt } = await shortLived(stage)
  const txid = txidOf(made.json)
  const before = await stage.verify(txid)
  const kept = member(before.json, 'expiresAt') ?? member(made.json, 'expiresAt') ?? expiresAt
  if (kept !== expiresAt) return { txid, shown: before, keptExpiry: false }
  return { txid, shown: await readPast(stage, txid, expiresAt), keptExpiry: true }
}

const shortLived = async (stage: Stage): Promise<{ made: Answer; expiresAt: number }> => {
  for (const lifetime of lifetimes) {
    const expiresAt = stage.now() + lifetime
    const made = await stage.pay(stage.paymentOf(stage.merchant, { expiresAt }))
    if (isSuccess(made)) return { made, expiresAt }
  }
  return notApplicable('The target takes no payment that expires within seconds.')
}

const readPast = async (stage: Stage, txid: string, expiresAt: number): Promise<Answer> => {
  await pause((expiresAt + 1) * 1_000 - Date.now(), stage.signal)
  const until = performance.now() + patienceMs
  for (;;) {
    const shown = await stage.verify(txid)
    if (!isPending(shown) || performance.now() > until) return shown
    await pause(pollMs, stage.signal)
  }
}
