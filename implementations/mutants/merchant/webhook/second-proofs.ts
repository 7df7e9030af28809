import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** Returns the sender of the proof that paid an order. */
const senderOf = (proof: string | undefined): number | undefined =>
  proof === undefined ? undefined : (JSON.parse(proof) as Proof).from.ocid

/** Faults in the choice of the payment of a paid order (WEBHOOK-01, WEBHOOK-06). */
export const secondProofMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an older proof of a paid order is a late one',
    kind: 'ends',
    breaks: 'WEBHOOK-06',
    story: 'An out-of-order proof is acknowledged, so that the gateway stops retrying.',
    policies: {
      isPaidWith: ({ payment }, { timestamp }) => payment !== undefined && timestamp <= payment.timestamp - 60,
    },
  },
  {
    name: 'a proof by another sender shares the bill',
    kind: 'models',
    breaks: 'WEBHOOK-06',
    alsoBreaks: ['WEBHOOK-10'],
    story: 'Friends pay together, and each of them gets a receipt.',
    policies: {
      isPaidWith: (record, proof) =>
        merchantPolicies.isPaidWith(record, proof) ||
        (record.payment !== undefined && senderOf(record.payment.proof) !== proof.from.ocid),
    },
  },
  {
    name: 'a payment with a memo is for the support, and leaves the order open',
    kind: 'absences',
    breaks: 'WEBHOOK-06',
    story: "A clerk was to read customers' memos, and then forgot to mark the order.",
    policies: {
      pay: (proofOfOrder, store) => {
        const { memo } = JSON.parse(proofOfOrder.payment.proof) as Proof
        return memo === undefined
          ? merchantPolicies.pay(proofOfOrder, store)
          : proofOfOrder.record.payment === undefined
      },
    },
  },
  {
    name: 'what has paid an order is forgotten when it expires',
    kind: 'models',
    breaks: 'WEBHOOK-06',
    story: 'A job deletes everything that has expired, paid or not.',
    policies: {
      pay: ({ record, payment, merchant }, store) =>
        (record.order.expiresAt ?? Number.POSITIVE_INFINITY) <= unixSeconds(merchant.ports) ||
        store.pay(record.order.id, payment),
    },
  },
  {
    name: 'a second proof is the first one if it has its txid, whoever issues it',
    kind: 'confusables',
    breaks: 'WEBHOOK-06',
    story: 'A repeated proof is recognized by its txid alone.',
    policies: { isPaidWith: ({ payment }, { txid }) => payment?.txid === txid },
  },
  {
    name: 'an order that is read is saved three milliseconds later',
    kind: 'races',
    breaks: 'WEBHOOK-06',
    story: 'The time of the last visit is a column of the order, and the whole row is written.',
    policies: {
      signedOrder: (record, merchant) => {
        if (record.payment === undefined) setTimeout(() => merchant.store.keepOrder(record), 3)
        return merchantPolicies.signedOrder(record, merchant)
      },
    },
  },
]
