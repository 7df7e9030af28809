import type { Issuer } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { unpaidOrder } from './orders.ts'

/** The proof is taken: the order is paid by it. */
export const isAccepted = (response: HttpResponse): boolean =>
  isSuccess(response) && member(response.json, 'status') === 'accepted'

/** The documented answer to a proof that does not pay: 200 `{ status: rejected, txid, message }`. */
export const isRejection = (response: HttpResponse): boolean =>
  response.status === 200 &&
  member(response.json, 'status') === 'rejected' &&
  whatRejectionLacks(response) === undefined

/** What an answer lacks of a rejection with its message; undefined where it is one. */
const whatRejectionLacks = ({ json }: HttpResponse): string | undefined => {
  const [misfit] = violations('webhook-response', json)
  if (misfit) return `${misfit.path || 'the whole'} ${misfit.message}`
  return typeof member(json, 'message') === 'string' ? undefined : 'message, a string'
}

/** How an answer of the webhook reads in a report: also the status inside it. */
export const said = (response: HttpResponse): string => {
  const status = member(response.json, 'status')
  return isSuccess(response) && typeof status === 'string'
    ? `${response.status} ${status.slice(0, 40)}`
    : summary(response)
}

/** A correct proof of an accepted issuer for a fresh order: a whole body for transfer/webhook. */
export const payingProof = async (context: CheckContext, issuer: Issuer = context.gateway): Promise<SignedProof> =>
  issuer.signs(issuer.proof(await unpaidOrder(context)))

/** The control of a check on proofs: unless it is accepted, the check is blocked. */
export const pays = async (
  context: CheckContext,
  body: SignedProof,
  sendOptions: Partial<SendOptions> = {},
): Promise<void> => {
  const response = await context.deliver(body, sendOptions)
  if (!isTaken(response)) blocked(`the control, a correct proof, is not accepted: ${said(response)}`)
}

/** A correct proof for a fresh order is accepted. */
export const control = async (context: CheckContext): Promise<void> => pays(context, await payingProof(context))

/** Breaks the clause where a proof is taken that must not be. */
export const isNotAccepted = (response: HttpResponse, what: string): void =>
  expectThat(!isTaken(response), `${what} is accepted`, {
    expected: 'a refusal, or a rejection',
    actual: said(response),
  })

/** Any success that does not say `rejected`: whoever sent the proof takes it for an acceptance. */
export const isTaken = (response: HttpResponse): boolean =>
  isSuccess(response) && member(response.json, 'status') !== 'rejected'

/** 200 `{ status: rejected, txid, message }`, the txid that of the proof. */
export const isRejectedWithMessage = (response: HttpResponse, { proof }: SignedProof, what: string): void => {
  const lacks = whatRejectionLacks(response)
  const isIt = response.status === 200 && lacks === undefined && member(response.json, 'status') === 'rejected'
  expectThat(isIt && member(response.json, 'txid') === proof.txid, `${what} is not rejected as documented`, {
    expected: `200 { status: rejected, txid: ${proof.txid}, message }`,
    actual: response.status === 200 && response.json !== undefined ? response.json : said(response),
  })
}
