import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { PendingPayment } from '../../../../reference/gateway/records.ts'
import type { Mutant } from '../../mutant.ts'

/** Gives each payment some members of the first one with the same key. */
const ofFirst = (
  keyOf: (payment: PendingPayment) => string | undefined,
  take: (first: PendingPayment) => Partial<PendingPayment>,
): Partial<GatewayPolicies> => {
  const memories = new WeakMap<object, Map<string, PendingPayment>>()
  return {
    newPayment: creation => {
      const { store } = creation.gateway
      const payment = gatewayPolicies.newPayment(creation)
      const key = keyOf(payment)
      if (key === undefined) return payment
      const memory = memories.get(store) ?? new Map<string, PendingPayment>()
      memories.set(store, memory)
      const first = memory.get(key) ?? payment
      memory.set(key, first)
      return { ...payment, ...take(first) }
    },
  }
}

/** Makes verify show some members of the last payment with the same key. */
const ofLast = (
  keyOf: (payment: PendingPayment) => string | undefined,
  take: (last: PendingPayment) => { amount: string } | { currency: string },
): Partial<GatewayPolicies> => {
  const keys = new Map<string, string>()
  const last = new Map<string, PendingPayment>()
  return {
    newPayment: creation => {
      const payment = gatewayPolicies.newPayment(creation)
      const key = keyOf(payment)
      if (key === undefined) return payment
      keys.set(payment.txid, key)
      last.set(key, payment)
      return payment
    },
    describeTransaction: (transaction, gateway) => {
      const response = gatewayPolicies.describeTransaction(transaction, gateway)
      const other = last.get(keys.get(String(response.txid)) ?? '')
      return response.status === 'pending' && other !== undefined ? { ...response, ...take(other) } : response
    },
  }
}

const byReference = ({ merchant, reference }: PendingPayment): string | undefined =>
  reference && `${merchant} ${reference}`

const byOrder = ({ merchant, order }: PendingPayment): string | undefined => order && `${merchant} ${order.id}`

/** Faults that mix up payments that share something (PAYMENT-03, PAYMENT-05, PAYMENT-13). */
export const similarPaymentMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a payment has the amount of the first one for its order',
    breaks: 'PAYMENT-05',
    kind: 'confusables',
    story: 'The total of an order is kept with the order, which is stored once.',
    policies: ofFirst(byOrder, ({ amount }) => ({ amount })),
  },
  {
    name: 'a payment has the currency of the first one of its reference',
    breaks: 'PAYMENT-05',
    kind: 'confusables',
    story: 'A reference is an invoice, and an invoice has one currency.',
    policies: ofFirst(byReference, ({ currency }) => ({ currency })),
  },
  {
    name: 'a payment expires with the first one of its reference',
    breaks: 'PAYMENT-03',
    kind: 'confusables',
    story: 'Attempts to pay an invoice share a row, which has the expiry.',
    policies: ofFirst(byReference, ({ expiresAt }) => ({ expiresAt })),
  },
  {
    name: 'verify shows the amount of the last payment for an order',
    breaks: 'PAYMENT-13',
    kind: 'confusables',
    story: 'The view joins payments and orders, and uses the amount that the order last had.',
    policies: ofLast(byOrder, ({ amount }) => ({ amount })),
  },
  {
    name: 'verify shows the currency of the last payment of a reference',
    breaks: 'PAYMENT-13',
    kind: 'confusables',
    story: 'The view joins payments and invoices, and uses the currency that the invoice last had.',
    policies: ofLast(byReference, ({ currency }) => ({ currency })),
  },
]
