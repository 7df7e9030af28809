import { isObject, parseStrict } from '../../../../protocol/json/json.ts'
import type { MerchantPolicies, Objection } from '../../../../reference/merchant/contract.ts'
import { amountDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeOrder, objectIf } from '../support/policies.ts'

/** Orders that were opened: each is locked to its visitor. */
const openedOrders = new WeakSet<object>()

const objectToOpened = objectIf(({ record }) => openedOrders.has(record.order), 'Another customer is paying the order.')

/** Writes an amount as a number: 1.00 becomes 1. */
const asNumber = (amount: string): string => String(Number(amount))

/** Compares the amount with the requested one as text. */
const amountTextDiffers: Objection = proofOfOrder => {
  const asked = parseStrict(proofOfOrder.record.text)
  const isIt = isObject(asked) && asked.amount === proofOfOrder.proof.amount
  return isIt ? undefined : (amountDiffers(proofOfOrder) ?? 'The amount is not that of the order.')
}

/** Faults that only a whole flow reveals (FLOW-01). */
export const merchantFlowMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an order that was opened at its address cannot be paid by others',
    breaks: 'FLOW-01',
    story: 'The page of an order locks it for the visitor against double payment; the gateway visits it too.',
    policies: {
      showOrder: signed => {
        openedOrders.add(signed.order)
        return { status: 200, body: signed }
      },
      objections: [objectToOpened, ...objections],
    },
  },
  {
    name: 'the amount of a proof is compared with the request, the order signs it otherwise',
    breaks: 'FLOW-01',
    alsoBreaks: ['WEBHOOK-01'],
    story: 'The order contains a number, the request is stored as text, and text is compared.',
    policies: {
      ...changeOrder(({ amount }) => ({ amount: asNumber(amount) })),
      objections: replace(objections, amountDiffers, amountTextDiffers),
    },
  },
]
