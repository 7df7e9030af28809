import { Refusal } from '../../../../protocol/errors.ts'
import { isSignedWith } from '../../../../reference/every-role/payload-signatures.ts'
import type { MerchantPolicies, WebhookRule } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { objections } from '../../../../reference/merchant/webhook/objections.ts'
import {
  issuerIsAccepted,
  proofIsSigned,
  recipientIsReceiver,
  webhookRules,
} from '../../../../reference/merchant/webhook/rules.ts'
import { replace, without } from '../../../support/changes.ts'
import { rememberSender, senderOfRequest } from '../../../support/sender.ts'
import type { Mutant } from '../../mutant.ts'
import { objectIf } from '../support/policies.ts'

/** Changes the status of a check's refusal. */
const withStatus =
  (check: WebhookRule, status: number): WebhookRule =>
  async delivery => {
    const refusal = await check(delivery)
    return refusal && new Refusal(refusal.code, status, refusal.message)
  }

/** Accepts every issuer in the registry. */
const issuerIsRegistered: WebhookRule = delivery =>
  delivery.merchant.directory.metadataAddresses.has(delivery.signed.proof.issuer)
    ? undefined
    : issuerIsAccepted(delivery)

/** Marks the order of a proof as paid before a rule is applied. */
const payThen =
  (check: WebhookRule): WebhookRule =>
  async delivery => {
    const { signed, merchant } = delivery
    const { proof } = signed
    const record = merchant.store.order(proof.to.reference ?? '')
    const refusal = await check(delivery)
    if (refusal !== undefined && record !== undefined && record.payment === undefined)
      merchant.store.keepOrder({ ...record, payment: merchantPolicies.paymentOf(proof, merchant) })
    return refusal
  }

/** Signatures that were verified before, by merchant. */
const verifiedSignatures = new WeakMap<object, Set<string>>()

const verifiedSignaturesOf = (merchant: object): Set<string> => {
  const known = verifiedSignatures.get(merchant) ?? new Set()
  verifiedSignatures.set(merchant, known)
  return known
}

/** Faults in which proofs are accepted (WEBHOOK-02 to WEBHOOK-04). */
export const webhookProofMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an issuer is accepted whose number is a part of the list',
    kind: 'confusables',
    breaks: 'WEBHOOK-02',
    story: 'ACCEPTED_ISSUERS is an environment string, and str(issuer) in ACCEPTED_ISSUERS.',
    policies: {
      webhookRules: replace(webhookRules, issuerIsAccepted, delivery =>
        delivery.merchant.issuers.join(',').includes(String(delivery.signed.proof.issuer))
          ? undefined
          : issuerIsAccepted(delivery),
      ),
    },
  },
  {
    name: 'a proof of its own is by an accepted issuer',
    breaks: 'WEBHOOK-02',
    story: "The list of accepted OCIDs begins with the shop's own, as in all other lists.",
    policies: {
      webhookRules: replace(webhookRules, issuerIsAccepted, delivery =>
        delivery.signed.proof.issuer === delivery.merchant.ocid ? undefined : issuerIsAccepted(delivery),
      ),
    },
  },
  {
    name: 'anybody may issue proofs',
    breaks: 'WEBHOOK-02',
    story: 'The signature is verified with the key of the issuer, so the list of issuers looked redundant.',
    policies: { webhookRules: without(webhookRules, issuerIsAccepted) },
  },
  {
    name: 'an order is marked paid before the signature of its proof is looked at',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['WEBHOOK-07'],
    story: 'The update is saved in a separate step, which the refusal does not roll back.',
    policies: { webhookRules: replace(webhookRules, proofIsSigned, payThen(proofIsSigned)) },
  },
  {
    name: 'an order is marked paid before the recipient of its proof is looked at',
    breaks: 'WEBHOOK-04',
    story: 'The update is saved in a separate step, which the refusal does not roll back.',
    policies: { webhookRules: replace(webhookRules, recipientIsReceiver, payThen(recipientIsReceiver)) },
  },
  {
    name: 'an order is marked paid before the issuer of its proof is looked at',
    breaks: 'WEBHOOK-02',
    alsoBreaks: ['WEBHOOK-07'],
    story: 'The update is saved in a separate step, which the refusal does not roll back.',
    policies: { webhookRules: replace(webhookRules, issuerIsAccepted, payThen(issuerIsAccepted)) },
  },
  {
    name: 'everybody in the registry may issue proofs',
    breaks: 'WEBHOOK-02',
    story: 'Registered was thought to mean accepted.',
    policies: { webhookRules: replace(webhookRules, issuerIsAccepted, issuerIsRegistered) },
  },
  {
    name: 'an issuer that is not accepted is answered 403',
    breaks: 'WEBHOOK-02',
    alsoBreaks: ['ERR-02'],
    story: 'Whatever is not allowed is a 403 in this shop.',
    policies: { webhookRules: replace(webhookRules, issuerIsAccepted, withStatus(issuerIsAccepted, 403)) },
  },
  {
    name: 'proofs are taken unsigned',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['SIG-03', 'SIG-05', 'SIG-10', 'WEBHOOK-09', 'WEBHOOK-11', 'WEBHOOK-12', 'WEBHOOK-19'],
    story: 'The request is already signed, so the second signature looked redundant.',
    policies: { webhookRules: without(webhookRules, proofIsSigned) },
  },
  {
    name: 'a proof not signed by its issuer is answered 401',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['ERR-02'],
    story: 'One function verifies every signature, and answers 401 like the authentication layer.',
    policies: { webhookRules: replace(webhookRules, proofIsSigned, withStatus(proofIsSigned, 401)) },
  },
  {
    name: 'a signature that was good once is good for every proof',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['SIG-03'],
    story: 'Verified signatures are cached, with the signature as the key.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const known = verifiedSignaturesOf(merchant)
        if (!known.has(signed.signature) && !(await merchantPolicies.isSignedByIssuer(signed, merchant))) return false
        known.add(signed.signature)
        return true
      },
    },
  },
  {
    name: 'the signature of a proof is verified with the key of its sender',
    breaks: 'WEBHOOK-03',
    story: "The sender's key was available from the request, and gateways send their own proofs.",
    policies: {
      isSignedByIssuer: async ({ proof, signature }, merchant) => {
        const publicKey = await merchant.keyCache.get(senderOfRequest(), merchant)
        return publicKey !== undefined && isSignedWith(publicKey, { payload: proof, signature }, merchant)
      },
    },
    prepare: rememberSender,
  },
  {
    name: 'proofs for others are taken',
    breaks: 'WEBHOOK-04',
    story: 'The order is found by its id, and the payer is not checked.',
    policies: { webhookRules: without(webhookRules, recipientIsReceiver) },
  },
  {
    name: 'a proof for another recipient is rejected, not refused',
    breaks: 'WEBHOOK-04',
    story: 'Every problem with the content of a proof became status rejected.',
    policies: {
      webhookRules: without(webhookRules, recipientIsReceiver),
      objections: [
        objectIf(({ proof, merchant }) => proof.to.ocid !== merchant.ocid, 'The proof has another recipient.'),
        ...objections,
      ],
    },
  },
]
