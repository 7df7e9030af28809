import { isObject, parseStrict } from '../../../../protocol/json.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/policies.ts'
import { amountDiffers, type Objection, objections } from '../../../../reference/merchant/webhook/receive.ts'
import { replaced } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { objecting, orderWith } from '../support/policies.ts'

/** Orders that somebody looks at: whoever opens one has it for himself for a while. */
const opened = new WeakSet<object>()

const isOpened = objecting(({ known }) => opened.has(known.order), 'Somebody else is paying the order.')

/** A number as a number prints it: 1.00 becomes 1. */
const plainly = (amount: string): string => String(Number(amount))

/** The amount as it was asked for, compared letter by letter. */
const amountIsOtherText: Objection = settling => {
  const asked = parseStrict(settling.known.text)
  const isIt = isObject(asked) && asked.amount === settling.proof.amount
  return isIt ? undefined : (amountDiffers(settling) ?? 'The amount is not that of the order.')
}

/** Faults that no operation of a merchant shows alone, only their sequence. */
export const merchantFlowMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an order that was opened at its address cannot be paid by others',
    breaks: 'FLOW-01',
    story:
      'The page of an order locks it for whoever looks at it, so that nobody pays it twice; the gateway looks, too.',
    policies: {
      showOrder: signed => {
        opened.add(signed.order)
        return { status: 200, body: signed }
      },
      objections: [isOpened, ...objections],
    },
  },
  {
    name: 'the amount of a proof is compared with the request, the order signs it otherwise',
    breaks: 'FLOW-01',
    story: 'The order is written with the number, the request is kept as text, and texts are compared.',
    policies: {
      ...orderWith(({ amount }) => ({ amount: plainly(amount) })),
      objections: replaced(objections, amountDiffers, amountIsOtherText),
    },
  },
]
