import { Refusal } from '../../../protocol/errors.ts'
import { type MerchantPolicies, merchantPolicies } from '../../../reference/merchant/policies.ts'
import {
  currencyDiffers,
  issuerIsAccepted,
  objections,
  type ProofCheck,
  proofIsSigned,
  recipientIsReceiver,
  webhookChecks,
} from '../../../reference/merchant/webhook/receive.ts'
import { replaced, swapped, without } from '../changes.ts'
import type { Mutant } from '../mutant.ts'
import { answersWith, objecting, unlooked } from './decisions.ts'

/** A check that refuses with another status. */
const withStatus =
  (check: ProofCheck, status: number): ProofCheck =>
  async delivery => {
    const refusal = await check(delivery)
    return refusal && new Refusal(refusal.code, status, refusal.message)
  }

/** Whoever is in the registry. */
const issuerIsRegistered: ProofCheck = delivery =>
  delivery.merchant.directory.metadataAddresses.has(delivery.signed.proof.issuer)
    ? undefined
    : issuerIsAccepted(delivery)

const isFaulty = (refusal: Refusal): boolean => refusal.code === 'INVALID_REQUEST'

/** Signatures that were verified once, by merchant. */
const verified = new WeakMap<object, Set<string>>()

const verifiedAt = (merchant: object): Set<string> => {
  const known = verified.get(merchant) ?? new Set()
  verified.set(merchant, known)
  return known
}

/** Faults in what POST /transfer/webhook refuses, and in how it answers. */
export const webhookMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a proof that pays is answered 202',
    breaks: 'WEBHOOK-01',
    story: 'The proof goes into a queue, and 202 is what one answers then.',
    policies: answersWith('transfer.webhook', body => ({ status: body.status === 'accepted' ? 202 : 200, body })),
  },
  {
    name: 'a proof that pays is answered without its txid',
    breaks: 'WEBHOOK-01',
    story: 'Who sent the proof knows its txid, so the answer says accepted and nothing else.',
    policies: answersWith('transfer.webhook', ({ txid, ...body }) => ({
      status: 200,
      body: body.status === 'accepted' ? body : { txid: txid ?? '', ...body },
    })),
  },
  {
    name: 'the txid of an answer is in upper case',
    breaks: 'WEBHOOK-01',
    alsoBreaks: ['WEBHOOK-06', 'WEBHOOK-08', 'WEBHOOK-17', 'FLOW-01'],
    story: 'The column of the shop keeps its identifiers in upper case.',
    policies: answersWith('transfer.webhook', body => ({
      status: 200,
      body: { ...body, txid: String(body.txid).toUpperCase() },
    })),
  },
  {
    name: 'an order without items is taken for an empty one',
    breaks: 'WEBHOOK-01',
    story: 'There is nothing to ship, so nothing is accepted for it.',
    policies: {
      objections: [...objections, objecting(({ known }) => known.order.items === undefined, 'The order has no items.')],
    },
  },
  {
    name: 'anybody may issue proofs',
    breaks: 'WEBHOOK-02',
    story: 'The signature is verified with the key of the issuer, so the list of issuers looked redundant.',
    policies: { webhookChecks: without(webhookChecks, issuerIsAccepted) },
  },
  {
    name: 'everybody in the registry may issue proofs',
    breaks: 'WEBHOOK-02',
    story: 'Who is registered was thought to be who is accepted.',
    policies: { webhookChecks: replaced(webhookChecks, issuerIsAccepted, issuerIsRegistered) },
  },
  {
    name: 'an issuer that is not accepted is answered 403',
    breaks: 'WEBHOOK-02',
    alsoBreaks: ['ERR-02'],
    story: 'Whoever may not do a thing gets a 403 in this shop.',
    policies: { webhookChecks: replaced(webhookChecks, issuerIsAccepted, withStatus(issuerIsAccepted, 403)) },
  },
  {
    name: 'proofs are taken unsigned',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['SIG-03', 'SIG-05', 'SIG-10', 'WEBHOOK-09', 'WEBHOOK-11', 'WEBHOOK-12'],
    story: 'The request is signed already, so the second signature looked redundant.',
    policies: { webhookChecks: without(webhookChecks, proofIsSigned) },
  },
  {
    name: 'a proof that nobody signed is answered 401',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['ERR-02'],
    story: 'One function verifies every signature, and answers 401 as the authentication layer does.',
    policies: { webhookChecks: replaced(webhookChecks, proofIsSigned, withStatus(proofIsSigned, 401)) },
  },
  {
    name: 'a signature that was good once is good for every proof',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['SIG-03'],
    story: 'Verified signatures are cached, and the signature is the key of the cache.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const known = verifiedAt(merchant)
        if (!known.has(signed.signature) && !(await merchantPolicies.isSignedByIssuer(signed, merchant))) return false
        known.add(signed.signature)
        return true
      },
    },
  },
  {
    name: 'proofs for others are taken',
    breaks: 'WEBHOOK-04',
    story: 'The order is found by its id, and whose money it was nobody asked.',
    policies: { webhookChecks: without(webhookChecks, recipientIsReceiver) },
  },
  {
    name: 'a proof for somebody else is rejected, not refused',
    breaks: 'WEBHOOK-04',
    story: 'What has to do with the content of a proof was all put behind the status rejected.',
    policies: {
      webhookChecks: without(webhookChecks, recipientIsReceiver),
      objections: [
        objecting(({ proof, merchant }) => proof.to.ocid !== merchant.ocid, 'The recipient is somebody else.'),
        ...objections,
      ],
    },
  },
  {
    name: 'the recipient is checked before the signature',
    breaks: 'WEBHOOK-05',
    story: 'The cheap check was moved to the front to save a verification.',
    policies: { webhookChecks: swapped(webhookChecks, proofIsSigned, recipientIsReceiver) },
  },
  {
    name: 'the signature is checked before the issuer',
    breaks: 'WEBHOOK-05',
    story: 'Nothing of a proof should be looked at before its signature, it was thought.',
    policies: { webhookChecks: swapped(webhookChecks, issuerIsAccepted, proofIsSigned) },
  },
  {
    name: 'a proof that cannot be read is acknowledged',
    breaks: 'WEBHOOK-09',
    alsoBreaks: ['FMT-05', 'FMT-06', 'FMT-08', 'FMT-09', 'SIG-03', 'SIG-05'],
    story: 'A gateway that gets an error sends the same thing for ever, so whatever is malformed is answered accepted.',
    policies: {
      refuse: (refusal, operation) =>
        operation === 'transfer.webhook' && isFaulty(refusal)
          ? { status: 200, body: { status: 'accepted', txid: '' } }
          : merchantPolicies.refuse(refusal, operation),
    },
  },
  {
    name: 'a proof without an amount is for the whole order',
    breaks: 'WEBHOOK-09',
    alsoBreaks: ['FMT-08'],
    story: 'proof.amount ?? order.amount, from the days when the sandbox left it out.',
    policies: {
      ...unlooked('signed-proof', '/proof/amount'),
      sameAmount: (paid: string | undefined, due) => paid === undefined || merchantPolicies.sameAmount(paid, due),
    },
  },
  {
    name: 'a proof without a currency is in that of the order',
    breaks: 'WEBHOOK-09',
    alsoBreaks: ['FMT-08'],
    story: 'Two currencies are only compared where there are two.',
    policies: {
      ...unlooked('signed-proof', '/proof/currency'),
      objections: replaced(objections, currencyDiffers, settling =>
        'currency' in settling.proof ? currencyDiffers(settling) : undefined,
      ),
    },
  },
]
