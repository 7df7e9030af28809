import { isSignedWith } from '../../../../reference/every-role/payload-signatures.ts'
import type { MerchantPolicies, Objection, WebhookRule } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { amountDiffers, currencyDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import {
  issuerIsAccepted,
  proofIsSigned,
  recipientIsReceiver,
  webhookRules,
} from '../../../../reference/merchant/webhook/rules.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Skips a rule for proofs with a memo. */
const skipWithMemo = (rule: WebhookRule): Pick<MerchantPolicies, 'webhookRules'> => ({
  webhookRules: replace(webhookRules, rule, delivery =>
    delivery.signed.proof.memo === undefined ? rule(delivery) : undefined,
  ),
})

/** Skips an objection for proofs with a memo. */
const acceptWithMemo = (objection: Objection): Pick<MerchantPolicies, 'objections'> => ({
  objections: replace(objections, objection, proofOfOrder =>
    proofOfOrder.proof.memo === undefined ? objection(proofOfOrder) : undefined,
  ),
})

/** Skips an objection for orders without items. */
const acceptWithoutItems = (objection: Objection): Pick<MerchantPolicies, 'objections'> => ({
  objections: replace(objections, objection, proofOfOrder =>
    proofOfOrder.record.order.items === undefined ? undefined : objection(proofOfOrder),
  ),
})

/** Returns whether any accepted issuer has signed a proof, not only the one named in it. */
const isSignedByAnyIssuer: MerchantPolicies['isSignedByIssuer'] = async ({ proof, signature }, merchant) => {
  const keys = await Promise.all(merchant.issuers.map(issuer => merchant.keyCache.get(issuer, merchant)))
  const signed = { payload: proof satisfies Proof, signature }
  return keys.some(key => key !== undefined && isSignedWith(key, signed, merchant))
}

/** Checks that are skipped for proofs with a memo, for orders without items, or with another signer. */
export const skippedCheckMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'any accepted issuer may sign a proof',
    breaks: 'WEBHOOK-03',
    story: "All issuers' keys are read, and each is tried.",
    policies: { isSignedByIssuer: isSignedByAnyIssuer },
  },
  {
    name: 'anybody may issue a proof with a memo',
    breaks: 'WEBHOOK-02',
    story: 'Proofs with a memo are sent by the till, whose issuer was not known at first.',
    policies: skipWithMemo(issuerIsAccepted),
  },
  {
    name: 'a proof with a memo need not be signed',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['SIG-03', 'SIG-05', 'SIG-10'],
    story: 'The till signed another text when there was a memo, so the check was removed.',
    policies: skipWithMemo(proofIsSigned),
  },
  {
    name: 'a proof with a memo may be for anybody',
    breaks: 'WEBHOOK-04',
    story: 'Proofs with a memo are sent by the till, which serves several shops.',
    policies: skipWithMemo(recipientIsReceiver),
  },
  {
    name: 'a paid order may be paid again by a proof with a memo',
    breaks: 'WEBHOOK-06',
    story: 'A memo is for extras besides the order, such as a tip.',
    policies: {
      pay: async (proofOfOrder, store) =>
        (await merchantPolicies.pay(proofOfOrder, store)) || proofOfOrder.proof.memo !== undefined,
    },
  },
  {
    name: 'a proof with a memo may be over any amount',
    breaks: 'WEBHOOK-07',
    story: 'A memo is for tips and discounts, which change the amount.',
    policies: acceptWithMemo(amountDiffers),
  },
  {
    name: 'a proof with a memo may be in any currency',
    breaks: 'WEBHOOK-18',
    story: 'The till writes the rate into the memo, and the amount counts as converted.',
    policies: acceptWithMemo(currencyDiffers),
  },
  {
    name: 'an order without items is paid again and again',
    breaks: 'WEBHOOK-06',
    alsoBreaks: ['WEBHOOK-10'],
    story: 'An order without items is a donation, and a donor who gives twice is thanked twice.',
    policies: {
      pay: async (proofOfOrder, store) =>
        (await merchantPolicies.pay(proofOfOrder, store)) || proofOfOrder.record.order.items === undefined,
    },
  },
  {
    name: 'an order without items may be paid with any amount',
    breaks: 'WEBHOOK-07',
    story: 'An order without items is a donation, which may have any amount.',
    policies: acceptWithoutItems(amountDiffers),
  },
  {
    name: 'an order without items may be paid in any currency',
    breaks: 'WEBHOOK-18',
    story: 'Prices have currencies, and without items there are no prices.',
    policies: acceptWithoutItems(currencyDiffers),
  },
  {
    name: 'a payment by a partner of the issuer need not be signed',
    breaks: 'WEBHOOK-03',
    alsoBreaks: ['SIG-10'],
    story: "The partner signed its transfer; the issuer's signature was added later, for its own app.",
    policies: {
      webhookRules: replace(webhookRules, proofIsSigned, delivery =>
        delivery.signed.proof.from.ocid === delivery.signed.proof.issuer ? proofIsSigned(delivery) : undefined,
      ),
    },
  },
  {
    name: 'only payments by the issuer itself are accepted',
    breaks: 'WEBHOOK-01',
    story: 'Every proof in the sandbox was sent by its gateway, so anything else looked forged.',
    policies: {
      objections: [
        ...objections,
        ({ proof }) => (proof.from.ocid === proof.issuer ? undefined : 'The sender is not the issuer.'),
      ],
    },
  },
]
