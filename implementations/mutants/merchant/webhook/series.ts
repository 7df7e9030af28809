import type { Merchant, MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { OrderRecord } from '../../../../reference/merchant/records.ts'
import { amountDiffers } from '../../../../reference/merchant/webhook/objections.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** Stores an order as if it were unpaid. */
const reopen = ({ payment: _payment, ...open }: OrderRecord, { store }: Merchant): void => store.keepOrder(open)

/** Reopens a paid order when a proof selected by `isMeant` is objected to. */
const reopenPaidOrders = (isMeant: (proof: Proof) => boolean): Pick<MerchantPolicies, 'objections'> => ({
  objections: merchantPolicies.objections.map(objection => proofOfOrder => {
    const message = objection(proofOfOrder)
    const { proof, record, merchant } = proofOfOrder
    if (message !== undefined && record.payment !== undefined && isMeant(proof)) reopen(record, merchant)
    return message
  }),
})

/** Proofs of another amount, by the id of their order. */
const strikes = new Map<string, number>()

const mostStrikes = 3

/** Faults that only a series of proofs reveals (WEBHOOK-06, WEBHOOK-07, ORDER-08). */
export const orderSeriesMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a paid order that is shown again is open again',
    breaks: 'WEBHOOK-06',
    kind: 'models',
    story: 'The page loads the order without its payment, and everything loaded is saved at the end of a request.',
    policies: {
      signedOrder: (record, merchant) => {
        if (record.payment !== undefined) reopen(record, merchant)
        return merchantPolicies.signedOrder(record, merchant)
      },
    },
  },
  {
    name: 'a paid order that is requested again is open again',
    breaks: 'WEBHOOK-06',
    kind: 'models',
    story: 'The same request writes the same row, and its status is pending.',
    policies: {
      isSameRequest: (request, record) => {
        const isSame = merchantPolicies.isSameRequest(request, record)
        if (isSame) delete (record as { payment?: unknown }).payment
        return isSame
      },
    },
  },
  {
    name: 'a proof of another amount opens a paid order again',
    breaks: 'WEBHOOK-06',
    kind: 'models',
    story: 'An amount that does not match sends the order back to the clerk, which means: open.',
    policies: reopenPaidOrders(() => true),
  },
  {
    name: 'a proof with a memo opens a paid order again',
    breaks: 'WEBHOOK-06',
    kind: 'models',
    story: 'A memo is read by the clerk, and whatever a clerk must read is open.',
    policies: reopenPaidOrders(({ memo }) => memo !== undefined),
  },
  {
    name: 'an order with three wrong proofs is never paid',
    breaks: 'WEBHOOK-07',
    kind: 'models',
    story: 'Three strikes send an order to an unstaffed desk.',
    policies: {
      objections: [
        proofOfOrder => {
          const { id } = proofOfOrder.record.order
          if (amountDiffers(proofOfOrder) !== undefined) strikes.set(id, (strikes.get(id) ?? 0) + 1)
          return (strikes.get(id) ?? 0) < mostStrikes ? undefined : 'The order is under review.'
        },
        ...merchantPolicies.objections,
      ],
    },
  },
  {
    name: 'the address of a paid order shows what is left to pay',
    breaks: 'ORDER-08',
    kind: 'models',
    story: "The record's amount is the open one, and payments are subtracted from it.",
    policies: {
      signedOrder: (record, merchant) => {
        const signed = merchantPolicies.signedOrder(record, merchant)
        return record.payment === undefined ? signed : { ...signed, order: { ...signed.order, amount: '0' } }
      },
    },
  },
]
