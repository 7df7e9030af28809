import { toMinorUnits } from '../../../../protocol/amount.ts'
import { isObject } from '../../../../protocol/json/json.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import {
  payeeIsRegistered,
  paymentAmountIsAccepted,
  paymentRules,
} from '../../../../reference/gateway/payment/create.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { PendingPayment } from '../../../../reference/gateway/records.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeAnswer, changeRefusals, refuseWith } from '../support/responses.ts'
import { keepStamps, stampOfRequest } from '../support/stamps.ts'

/** Changes a payment before it is stored. */
const changePayment = (change: (payment: PendingPayment) => PendingPayment): Partial<GatewayPolicies> => ({
  newPayment: order => change(gatewayPolicies.newPayment(order)),
})

/** Finds a payment by its reference, or creates one. */
const onePaymentForReference = (): GatewayPolicies['newPayment'] => {
  const known = new Map<string, PendingPayment>()
  return order => {
    const { reference } = order.request
    const payment = (reference === undefined ? undefined : known.get(reference)) ?? gatewayPolicies.newPayment(order)
    if (reference !== undefined) known.set(reference, payment)
    return payment
  }
}

/** Faults in the answer to POST /payment/create (PAYMENT-01, PAYMENT-04, PAYMENT-05, PAYMENT-07). */
export const paymentCreationMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a new payment is called pending',
    breaks: 'PAYMENT-01',
    story: 'The same word as in verify was used.',
    policies: changeAnswer('payment.create', body => ({ body: { ...body, status: 'pending' } })),
  },
  {
    name: 'a payment is created when its request was stamped',
    kind: 'echoes',
    breaks: 'PAYMENT-06',
    story: 'The timestamp was available among the headers, and had just been checked.',
    policies: changePayment(payment => ({ ...payment, createdAt: stampOfRequest() ?? payment.createdAt })),
    prepare: keepStamps,
  },
  {
    name: 'a payment is found by its reference, whoever made it',
    breaks: 'PAYMENT-05',
    story: 'The reference is the idempotency key, which does not include the caller.',
    policies: { newPayment: onePaymentForReference() },
  },
  {
    name: 'the settlement providers are a member of the answer itself',
    breaks: 'PAYMENT-01',
    alsoBreaks: ['PAYMENT-07'],
    story: 'settlement.accepts was mistaken for a flat name.',
    policies: changeAnswer('payment.create', ({ settlement, ...body }) => ({
      body: { ...body, accepts: isObject(settlement) ? (settlement.accepts ?? []) : [] },
    })),
  },
  {
    name: 'a payment is answered 202',
    breaks: 'PAYMENT-01',
    story: 'It is not settled yet, so 202 Accepted.',
    policies: changeAnswer('payment.create', () => ({ status: 202 })),
  },
  {
    name: 'a merchant that is not registered is a 401',
    breaks: 'PAYMENT-04',
    alsoBreaks: ['ERR-02'],
    story: 'The code is 401 at checkout, and one table maps codes to statuses.',
    policies: changeRefusals('payment.create', 'MERCHANT_NOT_REGISTERED', { status: 401 }),
  },
  {
    name: 'anybody can be paid',
    breaks: 'PAYMENT-04',
    story: 'The recipient is looked up only when the payment is settled.',
    policies: { paymentRules: without(paymentRules, payeeIsRegistered) },
  },
  {
    name: 'whoever is in the registry counts as registered',
    breaks: 'PAYMENT-04',
    story: 'Registered was taken to mean: has an OCID in the registry.',
    policies: {
      paymentRules: replace(paymentRules, payeeIsRegistered, order =>
        order.gateway.directory.metadataAddresses.has(order.request.to) ? undefined : payeeIsRegistered(order),
      ),
    },
  },
  {
    name: 'a merchant that is not registered is an account that is not found',
    breaks: 'PAYMENT-04',
    alsoBreaks: ['ERR-02'],
    story: 'The lookup is shared with transfers, and so is its error.',
    policies: {
      paymentRules: replace(
        paymentRules,
        payeeIsRegistered,
        refuseWith(payeeIsRegistered, { code: 'ACCOUNT_NOT_FOUND' }),
      ),
    },
  },
  {
    name: 'the amount of a payment is in minor units',
    breaks: 'PAYMENT-05',
    alsoBreaks: ['PAYMENT-06'],
    story: 'The ledger counts cents, and its column was used in the response.',
    policies: changePayment(payment => ({
      ...payment,
      amount: String(toMinorUnits(payment.amount, payment.currency) ?? payment.amount),
    })),
  },
  {
    name: 'the cents of a payment are rounded away',
    breaks: 'PAYMENT-05',
    alsoBreaks: ['PAYMENT-06'],
    story: 'Math.round was meant to remove trailing zeros.',
    policies: changePayment(payment => ({ ...payment, amount: String(Math.round(Number(payment.amount))) })),
  },
  {
    name: 'the amount of a payment is cut to cents as a float',
    breaks: 'PAYMENT-05',
    story: 'int(float(amount) * 100) in the ledger, from which the response is written.',
    policies: changePayment(payment => ({
      ...payment,
      amount: (Math.trunc(Number(payment.amount) * 100) / 100).toFixed(2),
    })),
  },
  {
    name: 'the amount of a payment is a float',
    breaks: 'PAYMENT-05',
    story: 'A number column holds fifteen digits, which seemed plenty.',
    policies: {
      paymentRules: without(paymentRules, paymentAmountIsAccepted),
      ...changePayment(payment => ({ ...payment, amount: Number(payment.amount).toFixed(2) })),
    },
  },
  {
    name: 'every payment is in euros',
    breaks: 'PAYMENT-05',
    alsoBreaks: ['PAYMENT-06'],
    story: 'There was only one currency when the table was designed.',
    policies: changePayment(payment => ({ ...payment, currency: 'EUR' })),
  },
  {
    name: 'a provider that was given up is still offered',
    breaks: 'PAYMENT-07',
    story: 'The list in the metadata is configuration, this one is code.',
    policies: { settlementOf: ({ accepts, ocid }) => ({ accepts: [...accepts, ocid + 1] }) },
  },
  {
    name: 'a payment can be settled nowhere',
    breaks: 'PAYMENT-07',
    story: 'The providers are filtered by a currency that was never configured for them.',
    policies: { settlementOf: () => ({ accepts: [] }) },
  },
]
