import type { Merchant, MerchantPolicies, WebhookRule } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { amountDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import {
  issuerIsAccepted,
  proofIsSigned,
  recipientIsReceiver,
  webhookRules,
} from '../../../../reference/merchant/webhook/rules.ts'
import type { SignedProof } from '../../../../schemas/messages.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { objectIf } from '../support/policies.ts'

/** Returns whether a proof would be rejected for its order. */
const isRejected = ({ proof }: SignedProof, merchant: Merchant): boolean => {
  const record = merchant.store.order(proof.to.reference ?? '')
  if (record === undefined || record.payment !== undefined) return true
  const payment = merchantPolicies.paymentOf(proof, merchant)
  return amountDiffers({ proof, record, payment, merchant }) !== undefined
}

const unlessRejected =
  (rule: WebhookRule): WebhookRule =>
  delivery =>
    isRejected(delivery.signed, delivery.merchant) ? undefined : rule(delivery)

/** The references of rejected proofs, by merchant. */
const named = new WeakMap<Merchant, Set<string>>()

const namedAt = (merchant: Merchant): Set<string> => {
  const names = named.get(merchant) ?? new Set<string>()
  named.set(merchant, names)
  return names
}

const signedOrNamed: WebhookRule = async delivery => {
  const refusal = await proofIsSigned(delivery)
  if (refusal !== undefined) namedAt(delivery.merchant).add(delivery.signed.proof.txid)
  return refusal
}

const nameUnknownOrder: WebhookRule = ({ signed: { proof }, merchant }) => {
  const { reference = '' } = proof.to
  if (merchant.store.order(reference) === undefined) namedAt(merchant).add(reference)
  return undefined
}

/** Faults in proofs whose order is checked too early or for too long. */
export const orderFirstMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a proof that would be rejected is not verified',
    kind: 'models',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['SIG-03', 'SIG-10'],
    story: 'Verification is slow, and a rejected proof does not need it.',
    policies: { webhookRules: replace(webhookRules, proofIsSigned, unlessRejected(proofIsSigned)) },
  },
  {
    name: 'the issuer of a proof that would be rejected is not looked at',
    breaks: 'WEBHOOK-02',
    story: 'The accepted issuers are looked up with the order, which is missing or finished.',
    policies: { webhookRules: replace(webhookRules, issuerIsAccepted, unlessRejected(issuerIsAccepted)) },
  },
  {
    name: 'the recipient of a proof that would be rejected is not looked at',
    kind: 'models',
    breaks: 'WEBHOOK-04',
    story: 'The recipient is compared with that of the order, which is missing or finished.',
    policies: { webhookRules: replace(webhookRules, recipientIsReceiver, unlessRejected(recipientIsReceiver)) },
  },
  {
    name: 'a txid belongs to the first proof that names it, whoever signed that',
    breaks: 'WEBHOOK-03',
    story: 'The transaction is inserted first, to find repetitions, and a refusal rolls nothing back.',
    policies: {
      webhookRules: replace(webhookRules, proofIsSigned, signedOrNamed),
      objections: [
        objectIf(({ proof, merchant }) => namedAt(merchant).has(proof.txid), 'The transaction is known.'),
        ...objections,
      ],
    },
  },
  {
    name: 'an order that a proof came before is never paid',
    kind: 'models',
    breaks: 'WEBHOOK-01',
    story: 'Unknown references are cached, so that they are not looked up again.',
    policies: {
      webhookRules: [...webhookRules, nameUnknownOrder],
      objections: [
        objectIf(({ record, merchant }) => namedAt(merchant).has(record.order.id), 'There is no such order.'),
        ...objections,
      ],
    },
  },
]
