import type { Issuer } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, type PendingResponse, summary } from '../../../harness/http/pending-response.ts'
import { remedyForRefusal } from '../../../harness/http/refusal-cause.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { blocked, brief, expectThat } from '../../../harness/outcome.ts'
import { expectWinners, type Finish } from '../../../harness/race.ts'
import type { RunContext } from '../../../harness/run-context.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { answerOf } from '../observations.ts'
import { beforeNextProbe, isUnrelated, mostProbes, undecided } from '../probe.ts'
import { unpaidOrder } from './orders.ts'

/** Returns whether a response accepts a proof in the documented way. Heading: POST /transfer/webhook. */
export const isExplicitAcceptance = (response: HttpResponse): boolean =>
  isSuccess(response) && memberOf(response.json, 'status') === 'accepted'

/** Returns whether a response is the documented rejection: 200 `{ status: rejected, txid, message }`. */
export const isRejection = (response: HttpResponse): boolean =>
  response.status === 200 &&
  memberOf(response.json, 'status') === 'rejected' &&
  rejectionViolation(response) === undefined

/** Describes how a response differs from a rejection with a message; undefined if it does not. */
const rejectionViolation = ({ json }: HttpResponse): string | undefined => {
  const [misfit] = violations('webhook-response', json)
  if (misfit) return `${misfit.path || 'the whole'} ${misfit.message}`
  const message = memberOf(json, 'message')
  return typeof message === 'string' && message.trim() !== '' ? undefined : 'message, a text'
}

/** Describes a response of the webhook for a report, with the status in its body. */
export const describeProofResponse = (response: HttpResponse): string => {
  const status = memberOf(response.json, 'status')
  return isSuccess(response) && typeof status === 'string'
    ? `${response.status} ${status.slice(0, 40)}`
    : summary(response)
}

/** Returns a signed, correct proof of an accepted issuer for a fresh order: a complete body for transfer/webhook. */
export const payingProof = async (context: CheckContext, issuer: Issuer = context.gateway): Promise<SignedProof> =>
  issuer.signs(issuer.proof(await unpaidOrder(context)))

/** Delivers a correct proof; blocks the check unless it is accepted. */
export const payAsControl = async (
  context: CheckContext,
  body: SignedProof,
  sendOptions: Partial<SendOptions> = {},
): Promise<void> => {
  const sent = context.deliver(body, sendOptions)
  const response = await sent
  if (isAcceptance(response)) return
  const why = isRejection(response) ? messageIn(response) : await explained(context, sent, response)
  blocked(
    `the control, a correct proof, is not accepted: ${describeProofResponse(response)}${why === undefined ? '' : `. ${why}`}`,
  )
}

/** Why a correct proof is refused, by run and response: each diagnosis is made only once. */
const explanations = new WeakMap<RunContext, Map<string, Promise<string | undefined>>>()

const explained = (
  { run }: CheckContext,
  sent: PendingResponse,
  response: HttpResponse,
): Promise<string | undefined> => {
  const known = explanations.get(run) ?? new Map<string, Promise<string | undefined>>()
  explanations.set(run, known)
  const why = known.get(summary(response)) ?? sent.diagnose().then(found => found ?? remedyForRefusal(response))
  known.set(summary(response), why)
  return why
}

/** Returns the text of a rejection. */
const messageIn = ({ json }: HttpResponse): string => `It says: ${brief(memberOf(json, 'message'), 200)}`

/** Delivers a correct proof for a fresh order; blocks the check unless it is accepted. */
export const sendProofControl = async (context: CheckContext): Promise<void> =>
  payAsControl(context, await payingProof(context))

/**
 * Delivers a correct proof to find out whether its order is unpaid, and retries while it is refused: only an acceptance or a rejection is
 * conclusive. Returns that response, or a persistent refusal if the proof of a fresh order is accepted. Otherwise blocks the check.
 */
export const deliverConclusively = async (context: CheckContext, body: SignedProof): Promise<HttpResponse> => {
  const what = 'Whether the order is paid'
  let mayHavePaid = false
  for (let tries = 1; ; tries++) {
    const response = await context.deliver(body)
    // A crash may hide that the order was paid, so a rejection may be right.
    if (isAcceptance(response) || (isSuccess(response) && !mayHavePaid)) return response
    mayHavePaid ||= response.status >= 500
    const isLast = tries === mostProbes || context.signal.aborted
    if (isLast && (mayHavePaid || isUnrelated(response))) return undecided(what, response)
    if (isLast) {
      await sendProofControl(context)
      return response
    }
    await beforeNextProbe(context)
  }
}

/**
 * Delivers the correct proof of an order after a wrong one was refused. Fails the clause if it is rejected while that of a fresh order is
 * accepted: the wrong proof had an effect after all. Blocks the check if neither is accepted.
 */
export const expectStillUnpaid = async (context: CheckContext, body: SignedProof, wrong: string): Promise<void> => {
  const response = await deliverConclusively(context, body)
  if (isAcceptance(response)) return
  await sendProofControl(context)
  expectThat(
    !isRejection(response),
    `${wrong} is refused, but then the right one is rejected, as if the order were paid`,
    {
      expected: '200 accepted, as for a fresh order',
      actual: describeProofResponse(response),
      at: response,
    },
  )
  blocked(`the right proof, after ${wrong}, is not accepted: ${describeProofResponse(response)}`)
}

/** Fails the clause if a proof is accepted. */
export const expectNotAccepted = (response: HttpResponse, what: string): void =>
  expectThat(!provesAcceptance(response), `the merchant accepts ${what}`, {
    expected: 'a refusal, or a rejection',
    actual: describeProofResponse(response),
  })

/** Returns whether the sender of a proof treats a response as an acceptance: a success that does not say `rejected`. */
export const isAcceptance = (response: HttpResponse): boolean =>
  isSuccess(response) && memberOf(response.json, 'status') !== 'rejected'

/** Returns whether a response is a success whose body, which may say `rejected`, is unreadable: it was cut off, or is not JSON. */
const isUnread = (response: HttpResponse): boolean => isSuccess(response) && response.json === undefined

/** Returns whether a response accepts a proof; blocks the check if its body is unreadable. */
export const provesAcceptance = (response: HttpResponse): boolean =>
  isUnread(response) ? blockedUnread(response) : isAcceptance(response)

const blockedUnread = ({ status, text }: HttpResponse): never =>
  blocked(
    `it is unclear whether a proof is accepted: the ${status} to it is not JSON (${brief(text ?? 'bytes that are not UTF-8', 80)}). Make the merchant, and proxies in front of it, send complete JSON`,
  )

/**
 * Fails the clause if more than one proof of an order was accepted; blocks the check if unreadable responses may have accepted some.
 */
export const expectOneAcceptance = (finished: readonly Finish<HttpResponse>[]): void => {
  const rules = { describe: describeProofResponse, message: 'several proofs of one order are accepted' }
  const unread = finished.find(({ result }) => isUnread(result))
  const read = finished.filter(({ result }) => !isUnread(result))
  expectWinners(read, { ...rules, isWon: isAcceptance })
  const mayHaveWon = finished.filter(({ result }) => isAcceptance(result))
  if (unread && mayHaveWon.length > 1) blockedUnread(unread.result)
}

/** Returns the vocabulary's word for the response to a proof. */
export const outcomeWord = (response: HttpResponse): string =>
  isAcceptance(response) ? 'accepted' : isSuccess(response) ? 'rejected' : answerOf(response)

/** Fails the clause unless the response is 200 `{ status: rejected, txid, message }` with the txid of the proof. */
export const expectRejection = (response: HttpResponse, { proof }: SignedProof, what: string): void => {
  expectThat(
    isRejection(response) && memberOf(response.json, 'txid') === proof.txid,
    `${what} is not rejected as documented`,
    {
      expected: `200 { status: rejected, txid: ${proof.txid}, message }`,
      actual: response.status === 200 && response.json !== undefined ? response.json : describeProofResponse(response),
    },
  )
}
