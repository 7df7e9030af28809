import type { SignedProof } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import type { Answer } from '../harness/answer.ts'
import type { Issuer } from '../harness/issuer.ts'
import { blocked, holds } from '../harness/outcome.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import type { Sending } from '../harness/target.ts'
import { unpaidOrder } from './orders.ts'

/** The proof is taken: the order is paid by it. */
export const isAccepted = (answer: Answer): boolean => isSuccess(answer) && member(answer.json, 'status') === 'accepted'

/** The documented answer to a proof that does not pay: 200 `{ status: rejected, txid, message }`. */
export const isRejection = (answer: Answer): boolean =>
  answer.status === 200 && member(answer.json, 'status') === 'rejected' && whatRejectionLacks(answer) === undefined

/** What an answer lacks of a rejection with its message; undefined where it is one. */
export const whatRejectionLacks = ({ json }: Answer): string | undefined => {
  const [misfit] = violations('webhook-response', json)
  if (misfit) return `${misfit.path || 'the whole'} ${misfit.message}`
  return typeof member(json, 'message') === 'string' ? undefined : 'message, a string'
}

/** How an answer of the webhook reads in a report: also the status inside it. */
export const said = (answer: Answer): string => {
  const status = member(answer.json, 'status')
  return isSuccess(answer) && typeof status === 'string' ? `${answer.status} ${status.slice(0, 40)}` : summary(answer)
}

/** A correct proof of an accepted issuer for a fresh order: a whole body for transfer/webhook. */
export const payingProof = async (stage: Stage, issuer: Issuer = stage.gateway): Promise<SignedProof> =>
  issuer.signs(issuer.proof(await unpaidOrder(stage)))

/** The control of a check on proofs: unless it is accepted, the check is blocked. */
export const pays = async (stage: Stage, body: SignedProof, sending: Partial<Sending> = {}): Promise<void> => {
  const answer = await stage.deliver(body, sending)
  if (!isTaken(answer)) blocked(`the control, a correct proof, is not accepted: ${said(answer)}`)
}

/** A correct proof for a fresh order is accepted. */
export const control = async (stage: Stage): Promise<void> => pays(stage, await payingProof(stage))

/** Breaks the clause where a proof is taken that must not be. */
export const isNotAccepted = (answer: Answer, what: string): void =>
  holds(!isTaken(answer), `${what} is accepted`, { expected: 'a refusal, or a rejection', actual: said(answer) })

/** Any success that does not say `rejected`: whoever sent the proof takes it for an acceptance. */
export const isTaken = (answer: Answer): boolean => isSuccess(answer) && member(answer.json, 'status') !== 'rejected'

/** 200 `{ status: rejected, txid, message }`, the txid that of the proof. */
export const isRejectedWithMessage = (answer: Answer, { proof }: SignedProof, what: string): void => {
  const lacks = whatRejectionLacks(answer)
  const isIt = answer.status === 200 && lacks === undefined && member(answer.json, 'status') === 'rejected'
  holds(isIt && member(answer.json, 'txid') === proof.txid, `${what} is not rejected as documented`, {
    expected: `200 { status: rejected, txid: ${proof.txid}, message }`,
    actual: answer.status === 200 && answer.json !== undefined ? answer.json : said(answer),
  })
}
