import { canonicalize } from '../../../protocol/canonical.ts'
import { Refusal } from '../../../protocol/errors.ts'
import type { Proof, SettleRequest, SettleResponse, SignedProof } from '../../../schemas/messages.ts'
import { publishedKey } from '../../every-role/metadata/published-key.ts'
import { enforce, type Rule } from '../../service/rules.ts'
import type { Gateway } from '../contract.ts'
import { merchantBase } from '../notification/notify.ts'
import { paymentReference, signProof } from '../proof.ts'
import type { Payment, PendingPayment, SettledPayment } from '../records.ts'

/** A settlement proof that is offered for a payment; `issuerKey` where the issuer's key could be had. */
export type SettlementOffer = {
  payment: PendingPayment
  provider: SignedProof
  issuerKey: string | undefined
  gateway: Gateway
}

export const paymentHasNotExpired: Rule<SettlementOffer> = ({ payment, gateway }) =>
  gateway.policies.paymentStatus(payment, gateway) === 'expired'
    ? new Refusal('PAYMENT_EXPIRED', 400, 'The payment has expired.')
    : undefined

export const issuerIsAccepted: Rule<SettlementOffer> = ({ provider, gateway }) =>
  gateway.accepts.includes(provider.proof.issuer)
    ? undefined
    : new Refusal('ISSUER_NOT_ACCEPTED', 400, 'The issuer of the proof is not accepted.')

export const proofIsSigned: Rule<SettlementOffer> = ({ provider, issuerKey: publicKey, gateway }) => {
  const { policies, profile } = gateway
  const isSigned =
    publicKey !== undefined &&
    policies.verifyPayload(provider.proof, provider.signature, { publicKey, dialect: profile })
  return isSigned ? undefined : new Refusal('PROOF_SIGNATURE_INVALID', 400, 'The issuer did not sign the proof.')
}

/** The proof pays exactly this payment. */
export const proofMatches: Rule<SettlementOffer> = ({ provider: { proof }, payment, gateway }) =>
  proof.to.ocid === payment.merchant &&
  proof.to.reference === paymentReference(payment) &&
  proof.currency === payment.currency &&
  gateway.policies.isSameAmount(proof.amount, payment.amount)
    ? undefined
    : new Refusal('INVALID_PROOF', 400, 'The proof does not pay this payment.')

export const proofIsUnused: Rule<SettlementOffer> = ({ provider, gateway: { store } }) =>
  store.isUsed(provider) ? new Refusal('INVALID_PROOF', 400, 'The proof has settled another payment.') : undefined

/** What settle asks of a proof, in order. The document does not show it: an extension. */
export const settleRules: readonly Rule<SettlementOffer>[] = [
  paymentHasNotExpired,
  issuerIsAccepted,
  proofIsSigned,
  proofMatches,
  proofIsUnused,
]

/** The key of an issuer: the gateway knows its own, others are read from their metadata each time. */
export const issuerKey = async ({ issuer }: Proof, gateway: Gateway): Promise<string | undefined> => {
  if (issuer === gateway.ocid) return gateway.key.publicKey
  return gateway.accepts.includes(issuer) ? publishedKey(issuer, gateway) : undefined
}

const paymentOf = (txid: string, { store }: Gateway): Payment => {
  const transaction = store.transaction(txid)
  if (transaction?.kind === 'payment') return transaction.payment
  throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such payment.')
}

/** POST /payment/settle; the same proof again gets the same answer, another one none. */
export const settle = async ({ txid, proof, signature }: SettleRequest, gateway: Gateway): Promise<SettleResponse> => {
  const provider = { proof, signature }
  const key = await gateway.policies.issuerKey(proof, gateway)
  // The key was waited for: from here to the end nothing else runs, so no payment is settled twice.
  const payment = paymentOf(txid, gateway)
  if (payment.status === 'completed') return { status: 'completed', ...again(payment, proof) }
  enforce(gateway.policies.settleRules, { payment, provider, issuerKey: key, gateway })
  return { status: 'completed', ...complete(payment, provider, gateway) }
}

const again = ({ settled }: SettledPayment, proof: Proof): SignedProof => {
  if (canonicalize(proof) === canonicalize(settled.provider.proof)) return settled.own
  throw new Refusal('INVALID_PROOF', 400, 'The payment is settled already.')
}

const complete = (payment: PendingPayment, provider: SignedProof, gateway: Gateway): SignedProof => {
  const own = signProof(gateway.policies.proofOfPayment(payment, provider.proof, gateway), gateway)
  gateway.store.settle(payment, { own, provider })
  void gateway.policies.notifyInBackground({ base: merchantBase(payment.merchant, gateway), signed: own }, gateway)
  return own
}
