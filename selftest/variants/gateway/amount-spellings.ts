import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { writeShortest } from '../support/amounts.ts'
import type { Variant } from '../variant.ts'
import { changeProofs } from './support/proofs.ts'

/** Writes '10.5' as '10.5000'. */
const writeFourDigits = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(4, '0')}`
}

const writeAmounts = (write: (amount: string) => string): Partial<GatewayPolicies> => ({
  ...changeProofs(proof => ({ ...proof, amount: write(proof.amount) })),
  newPayment: order => {
    const payment = gatewayPolicies.newPayment(order)
    return { ...payment, amount: write(payment.amount) }
  },
})

/** Other ways to write and to compare an amount of the same value. */
export const amountSpellingVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'amounts are compared as texts where a payment is settled',
    story: 'The proof has to repeat the payment exactly.',
    policies: { isSameAmount: (a, b) => a === b },
  },
  {
    name: 'amounts are written without final zeros',
    story: 'The decimal type normalizes.',
    policies: writeAmounts(writeShortest),
  },
  {
    name: 'amounts are written with four digits',
    story: 'numeric(19,4).',
    policies: writeAmounts(writeFourDigits),
  },
]
