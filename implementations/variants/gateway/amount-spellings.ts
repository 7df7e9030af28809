import { withoutLeadingZeros } from '../../../protocol/digits.ts'
import { isObject } from '../../../protocol/json/json.ts'
import { parseBody } from '../../../reference/every-role/wire-format/bodies.ts'
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

/** Accepts leading zeros in the amount of a request and returns them, but without trailing zeros. */
const keepLeadingZeros = (): Partial<GatewayPolicies> => {
  // The zeros cut from the amount of a request.
  const zeros = new WeakMap<object, string>()
  const write = (request: object, amount: string): string => `${zeros.get(request) ?? ''}${writeShortest(amount)}`
  return {
    parseBody: bytes => {
      const body = parseBody(bytes)
      if (!isObject(body) || typeof body.amount !== 'string' || !/^0[0-9]/.test(body.amount)) return body
      const amount = withoutLeadingZeros(body.amount)
      const read = { ...body, amount: amount.startsWith('.') ? `0${amount}` : amount }
      zeros.set(read, body.amount.slice(0, body.amount.length - read.amount.length))
      return read
    },
    proofOfTransfer: (request, gateway) => {
      const proof = gatewayPolicies.proofOfTransfer(request, gateway)
      return { ...proof, amount: write(request, proof.amount) }
    },
    newPayment: creation => {
      const payment = gatewayPolicies.newPayment(creation)
      return { ...payment, amount: write(creation.request, payment.amount) }
    },
  }
}

/** Other ways to write and compare amounts of the same value. */
export const amountSpellingVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'amounts are compared as texts where a payment is settled',
    story: 'The proof must repeat the payment exactly.',
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
  {
    name: 'amounts may have leading zeros, and lose their final ones',
    story: 'A numeric text is a decimal string; a regular expression truncates the decimals.',
    policies: keepLeadingZeros(),
  },
]
