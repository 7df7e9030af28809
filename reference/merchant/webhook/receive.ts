import { canonicalize } from '../../../protocol/canonical.ts'
import { Refusal } from '../../../protocol/errors.ts'
import type { Proof, SignedProof, WebhookResponse } from '../../../schemas/messages.ts'
import type { Merchant } from '../contract.ts'
import type { OrderRecord, Payment } from '../records.ts'
import type { Store } from '../store.ts'

/** A proof as it was delivered. */
export type Delivery = { signed: SignedProof; merchant: Merchant }

/** One of the receiver's checks; the refusal when the proof does not meet it. */
export type ProofRule = (delivery: Delivery) => Refusal | undefined | Promise<Refusal | undefined>

/** Check 1: the issuer is one of the merchant's. */
export const issuerIsAccepted: ProofRule = ({ signed: { proof }, merchant }) =>
  merchant.issuers.includes(proof.issuer)
    ? undefined
    : new Refusal('ISSUER_NOT_ACCEPTED', 400, 'The issuer of the proof is not accepted.')

/** Check 2: the signature is the issuer's; false, too, where its key cannot be had. */
export const proofIsSigned: ProofRule = async ({ signed, merchant }) =>
  (await merchant.policies.isSignedByIssuer(signed, merchant))
    ? undefined
    : new Refusal('PROOF_SIGNATURE_INVALID', 400, 'The issuer did not sign the proof.')

/** Check 3: the merchant is the recipient. */
export const recipientIsReceiver: ProofRule = ({ signed: { proof }, merchant }) =>
  proof.to.ocid === merchant.ocid
    ? undefined
    : new Refusal('INVALID_PROOF', 400, 'The recipient of the proof is not this merchant.')

/** "Receiver checks" 1 to 3, in order; 4 and 5 end in an answer, not in a refusal: `objections`. */
export const webhookRules: readonly ProofRule[] = [issuerIsAccepted, proofIsSigned, recipientIsReceiver]

/** A proof, the order that it is for, and what the order would be paid with. */
export type Settling = { proof: Proof; known: OrderRecord; payment: Payment; merchant: Merchant }

/** Why a proof does not pay its order; undefined where nothing speaks against it. */
export type Objection = (settling: Settling) => string | undefined

export const currencyDiffers: Objection = ({ proof, known: { order } }) =>
  proof.currency === order.currency ? undefined : 'The currency is not that of the order.'

export const amountDiffers: Objection = ({ proof, known: { order }, merchant }) =>
  merchant.policies.isSameAmount(proof.amount, order.amount) ? undefined : 'The amount is not that of the order.'

/** What may speak against a proof for a known order, paid or not. */
export const objections: readonly Objection[] = [currencyDiffers, amountDiffers]

/** What an order is marked paid with (check 4): txid and timestamp are the proof's own. */
export const paymentOf = (proof: Proof): Payment => ({
  txid: proof.txid,
  timestamp: proof.timestamp,
  issuer: proof.issuer,
  proof: canonicalize(proof),
})

/** Whether an order was paid with this very proof, which is then delivered again. */
export const isPaidWith = ({ payment }: OrderRecord, proof: Proof): boolean => payment?.proof === canonicalize(proof)

/** Marks the order paid, in one step with the look whether it is; false where nothing was to be paid any more. */
export const pay = ({ known, payment }: Settling, store: Store): boolean | Promise<boolean> =>
  store.pay(known.order.id, payment)

/** A proof that was not taken, and why. */
export const rejection = ({ txid }: Proof, message: string): WebhookResponse => ({ status: 'rejected', txid, message })

const objectionTo = async (proof: Proof, merchant: Merchant): Promise<string | undefined> => {
  const { policies, store } = merchant
  const known = store.order(proof.to.reference ?? '')
  if (known === undefined) return 'There is no such order.'
  if (policies.isPaidWith(known, proof)) return undefined
  const settling = { proof, known, payment: policies.paymentOf(proof, merchant), merchant }
  for (const objection of policies.objections) {
    const message = objection(settling)
    if (message !== undefined) return message
  }
  return (await policies.pay(settling, store))
    ? undefined
    : 'The order is already paid, or the transaction has paid another.'
}

/** POST /transfer/webhook. */
export const receive = async (signed: SignedProof, merchant: Merchant): Promise<WebhookResponse> => {
  for (const check of merchant.policies.webhookRules) {
    const refusal = await check({ signed, merchant })
    if (refusal !== undefined) throw refusal
  }
  const message = await objectionTo(signed.proof, merchant)
  if (message !== undefined) return merchant.policies.rejection(signed.proof, message)
  return { status: 'accepted', txid: signed.proof.txid }
}
