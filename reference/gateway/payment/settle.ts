import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../protocol/errors.ts'
import { canonicalize } from '../../../protocol/json/canonical.ts'
import type { Proof, SettleRequest, SettleResponse, SignedProof } from '../../../schemas/messages.ts'
import { publishedKey } from '../../every-role/metadata/peer-key.ts'
import { isSignedWith } from '../../every-role/payload-signatures.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import { ifDefined } from '../../service/if-defined.ts'
import { enforce, type Rule } from '../../service/rules.ts'
import { answerPost } from '../../service/server.ts'
import type { Gateway, SettlementOffer } from '../contract.ts'
import { completePayment } from '../flow.ts'
import type { Payment, SettledPayment } from '../records.ts'

const paymentHasNotExpired: Rule<SettlementOffer> = ({ payment, gateway }) =>
  gateway.policies.paymentStatus(payment, gateway) === 'expired'
    ? new Refusal('PAYMENT_EXPIRED', 400, 'The payment has expired.')
    : undefined

const issuerIsAccepted: Rule<SettlementOffer> = ({ provider, gateway }) =>
  gateway.accepts.includes(provider.proof.issuer)
    ? undefined
    : new Refusal('ISSUER_NOT_ACCEPTED', 400, 'The issuer of the proof is not accepted.')

const proofIsSigned: Rule<SettlementOffer> = ({ provider, issuerKey: publicKey, gateway }) => {
  const { proof: payload, signature } = provider
  const isSigned = publicKey !== undefined && isSignedWith(publicKey, { payload, signature }, gateway)
  return isSigned ? undefined : new Refusal('PROOF_SIGNATURE_INVALID', 400, 'The issuer did not sign the proof.')
}

/** Returns the value that ties a proof to a payment: the order id, else the reference, else the txid. */
const paymentReference = ({ order, reference, txid }: Payment): string => order?.id ?? reference ?? txid

/** Refuses a proof that does not pay exactly this payment. */
const proofMatches: Rule<SettlementOffer> = ({ provider: { proof }, payment, gateway }) =>
  proof.to.ocid === payment.merchant &&
  proof.to.reference === paymentReference(payment) &&
  proof.currency === payment.currency &&
  gateway.policies.isSameAmount(proof.amount, payment.amount)
    ? undefined
    : new Refusal('INVALID_PROOF', 400, 'The proof does not pay this payment.')

const proofIsUnused: Rule<SettlementOffer> = ({ provider, gateway: { store } }) =>
  store.isUsed(provider) ? new Refusal('INVALID_PROOF', 400, 'The proof has settled another payment.') : undefined

/** The rules of POST /payment/settle, in order. The document does not define them. Clause: PAYMENT-10. */
export const settleRules: readonly Rule<SettlementOffer>[] = [
  paymentHasNotExpired,
  issuerIsAccepted,
  proofIsSigned,
  proofMatches,
  proofIsUnused,
]

/** Returns the key of an issuer: the gateway's own, or one read from metadata each time. */
export const issuerKey = async ({ issuer }: Proof, gateway: Gateway): Promise<string | undefined> => {
  if (issuer === gateway.ocid) return gateway.key.publicKey
  return gateway.accepts.includes(issuer) ? publishedKey(issuer, gateway) : undefined
}

/**
 * Returns the gateway's own proof of a settled payment: from the settlement provider, with amount, currency, memo and order id of
 * the payment. Clause: PAYMENT-15.
 */
export const proofOfPayment = (payment: Payment, provider: Proof, gateway: Gateway): Proof => ({
  txid: payment.txid,
  issuer: gateway.ocid,
  from: { ocid: provider.issuer, reference: provider.txid },
  to: { ocid: payment.merchant, reference: paymentReference(payment) },
  amount: payment.amount,
  currency: payment.currency,
  timestamp: unixSeconds(gateway.ports),
  ...ifDefined('memo', payment.memo),
})

const paymentOf = (txid: string, { store }: Gateway): Payment => {
  const transaction = store.transaction(txid)
  if (transaction?.kind === 'payment') return transaction.payment
  throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such payment.')
}

/** Returns the answer to a proof for a settled payment: the first answer for the same proof, else a refusal. */
const settleAgain = ({ settled }: SettledPayment, proof: Proof): SignedProof => {
  if (canonicalize(proof) === canonicalize(settled.provider.proof)) return settled.own
  throw new Refusal('INVALID_PROOF', 400, 'The payment is settled already.')
}

/** Settles a payment with a proof; the same proof again gets the same answer. Clauses: PAYMENT-10, PAYMENT-15. */
const settle = async ({ txid, proof, signature }: SettleRequest, gateway: Gateway): Promise<SettleResponse> => {
  const provider = { proof, signature }
  const key = await gateway.policies.issuerKey(proof, gateway)
  // No await from here to the end, so that no payment is settled twice.
  const payment = paymentOf(txid, gateway)
  if (payment.status === 'completed') return { status: 'completed', ...settleAgain(payment, proof) }
  enforce(gateway.policies.settleRules, { payment, provider, issuerKey: key, gateway })
  return { status: 'completed', ...completePayment(payment, provider, gateway) }
}

/** Serves POST /payment/settle, which the document only names. */
export const hostSettlement = (server: FastifyInstance, gateway: Gateway): void =>
  answerPost(server, gateway, {
    operation: 'payment.settle',
    schema: 'settle-request',
    handle: request => settle(request, gateway),
  })
