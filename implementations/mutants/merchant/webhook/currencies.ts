import { exponentOf } from '../../../../protocol/currency.ts'
import type { MerchantPolicies, Objection } from '../../../../reference/merchant/contract.ts'
import { amountDiffers, currencyDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import type { Mutant } from '../../mutant.ts'
import { objectIf } from '../support/policies.ts'

type ProofOfOrder = Parameters<Objection>[0]

const exponentIn = ({ record: { order } }: ProofOfOrder): number => exponentOf(order.currency) ?? 0

const hasTooManyDigits = (of: ProofOfOrder): boolean => (of.proof.amount.split('.')[1] ?? '').length > exponentIn(of)

const hundredths = (amount: string): number => Math.trunc(Number(`${amount}e2`))

/** Compares hundredths in a currency with three decimals. */
const hundredthsDiffer: Objection = of => {
  if (exponentIn(of) < 3) return amountDiffers(of)
  return hundredths(of.proof.amount) === hundredths(of.record.order.amount) ? undefined : 'The amount differs.'
}

/** Faults of payments in currencies without two minor digits (WEBHOOK-01, WEBHOOK-07). */
export const webhookCurrencyMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'amounts in dinars are compared in hundredths',
    breaks: 'WEBHOOK-07',
    story: 'The validator has the digits of each currency, but the comparison uses cents.',
    policies: {
      objections: [currencyDiffers, objectIf(hasTooManyDigits, 'The amount has too many digits.'), hundredthsDiffer],
    },
  },
  {
    name: 'orders in currencies without cents cannot be paid',
    breaks: 'WEBHOOK-01',
    story: 'The order is stored in yen times a hundred, and the proof is compared with that.',
    policies: { objections: [objectIf(of => exponentIn(of) === 0, 'The amount differs.'), ...objections] },
  },
]
