import { toMinorUnits } from '../../../protocol/amount.ts'
import { isObject } from '../../../protocol/json.ts'
import { payeeIsRegistered, paymentChecks, paymentSeconds } from '../../../reference/gateway/payment/create.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { PendingPayment } from '../../../reference/gateway/records.ts'
import { replaced, restated, without } from '../changes.ts'
import type { Mutant } from '../mutant.ts'
import { answeredAs, refusedAs, refusing, shownAs } from './shown.ts'

/** Payments that are kept as something else. */
const keptAs = (change: (payment: PendingPayment) => PendingPayment): Partial<GatewayPolicies> => ({
  newPayment: order => change(gatewayPolicies.newPayment(order)),
})

/** Faults in what a pending payment is, and in when it ends. */
export const paymentMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a new payment is called pending',
    breaks: 'PAYMENT-01',
    story: 'The word of verify was used in both places.',
    policies: answeredAs('payment.create', body => ({ body: { ...body, status: 'pending' } })),
  },
  {
    name: 'the settlement providers are a member of the answer itself',
    breaks: 'PAYMENT-01',
    alsoBreaks: ['PAYMENT-07'],
    story: 'settlement.accepts was read as the name of a flag.',
    policies: answeredAs('payment.create', ({ settlement, ...body }) => ({
      body: { ...body, accepts: isObject(settlement) ? (settlement.accepts ?? []) : [] },
    })),
  },
  {
    name: 'a payment is answered 202',
    breaks: 'PAYMENT-01',
    story: 'It is not settled yet, so it was only accepted.',
    policies: answeredAs('payment.create', () => ({ status: 202 })),
  },
  {
    name: 'payments expire after five minutes',
    breaks: 'PAYMENT-02',
    story: 'The default of another service was carried over.',
    policies: { paymentExpiry: ({ expiresAt }, now) => expiresAt ?? now + 300 },
  },
  {
    name: 'payments expire after 3600 seconds of a thousand each',
    breaks: 'PAYMENT-02',
    story: 'The hour is a constant in milliseconds, added to a time in seconds.',
    policies: { paymentExpiry: ({ expiresAt }, now) => expiresAt ?? now + 1000 * paymentSeconds },
  },
  {
    name: 'payments expire at the full hour',
    breaks: 'PAYMENT-02',
    story: 'A job sweeps once an hour, and the expiry was rounded up to its next but one run.',
    policies: {
      paymentExpiry: ({ expiresAt }, now) => expiresAt ?? Math.ceil((now + paymentSeconds + 1) / 3600) * 3600,
    },
  },
  {
    name: 'a given expiry is overwritten by the default',
    breaks: 'PAYMENT-03',
    story: 'The default is set where the record is made, after the request was spread into it.',
    policies: { paymentExpiry: (_request, now) => now + paymentSeconds },
  },
  {
    name: 'no payment lives longer than the default',
    breaks: 'PAYMENT-03',
    story: 'Math.min(expiresAt, now + 3600), and nobody is told.',
    policies: {
      paymentExpiry: ({ expiresAt }, now) => Math.min(expiresAt ?? now + paymentSeconds, now + paymentSeconds),
    },
  },
  {
    name: 'a merchant that is not registered is a 401',
    breaks: 'PAYMENT-04',
    alsoBreaks: ['ERR-02'],
    story: 'The code has a 401 at checkout, and one table holds the status of every code.',
    policies: refusedAs('payment.create', 'MERCHANT_NOT_REGISTERED', { status: 401 }),
  },
  {
    name: 'anybody can be paid',
    breaks: 'PAYMENT-04',
    story: 'The recipient is looked up when the payment is settled, and not before.',
    policies: { paymentChecks: without(paymentChecks, payeeIsRegistered) },
  },
  {
    name: 'whoever is in the registry counts as registered',
    breaks: 'PAYMENT-04',
    story: 'Registered was read as having an OCID in the registry.',
    policies: {
      paymentChecks: replaced(paymentChecks, payeeIsRegistered, order =>
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
      paymentChecks: replaced(
        paymentChecks,
        payeeIsRegistered,
        refusing(payeeIsRegistered, { code: 'ACCOUNT_NOT_FOUND' }),
      ),
    },
  },
  {
    name: 'the amount of a payment is in minor units',
    breaks: 'PAYMENT-05',
    story: 'The ledger counts cents, and its column went into the answer.',
    policies: keptAs(payment => ({
      ...payment,
      amount: String(toMinorUnits(payment.amount, payment.currency) ?? payment.amount),
    })),
  },
  {
    name: 'the cents of a payment are rounded away',
    breaks: 'PAYMENT-05',
    story: 'Math.round was to rid the amount of its zeros.',
    policies: keptAs(payment => ({ ...payment, amount: String(Math.round(Number(payment.amount))) })),
  },
  {
    name: 'every payment is in euros',
    breaks: 'PAYMENT-05',
    story: 'There was one currency when the record was designed.',
    policies: keptAs(payment => ({ ...payment, currency: 'EUR' })),
  },
  {
    name: 'verify dates payments in milliseconds',
    breaks: 'PAYMENT-06',
    alsoBreaks: ['FMT-01'],
    story: 'createdAt comes from a column of the database that has milliseconds.',
    policies: shownAs('pending', shown => restated(shown, 'createdAt', at => Number(at) * 1000)),
  },
  {
    name: 'verify dates payments at midnight',
    breaks: 'PAYMENT-06',
    alsoBreaks: ['FMT-01'],
    story: 'createdAt is a date without a time.',
    policies: shownAs('pending', shown =>
      restated(shown, 'createdAt', at => Math.floor(Number(at) / 86_400 - 1) * 86_400),
    ),
  },
  {
    name: 'verify counts the expiry from the creation',
    breaks: 'PAYMENT-06',
    alsoBreaks: ['PAYMENT-03'],
    story: 'The column was forgotten, and createdAt + 3600 seemed to say the same.',
    policies: shownAs('pending', shown => ({ ...shown, expiresAt: Number(shown.createdAt) + paymentSeconds })),
  },
  {
    name: 'verify shows a payment without its cents',
    breaks: 'PAYMENT-06',
    alsoBreaks: ['PAYMENT-13'],
    story: 'An amount column with no places after the point.',
    policies: shownAs('pending', shown => restated(shown, 'amount', amount => String(amount).split('.')[0] ?? '0')),
  },
  {
    name: 'a payment can be settled at the gateway alone',
    breaks: 'PAYMENT-07',
    story: 'The list of the metadata is configuration, this one is code.',
    policies: { settlementOf: ({ ocid }) => ({ accepts: [ocid] }) },
  },
  {
    name: 'the gateway is missing among the settlement providers',
    breaks: 'PAYMENT-07',
    story: 'Two lists, and the own OCID was added to the one in the metadata.',
    policies: { settlementOf: ({ accepts, ocid }) => ({ accepts: accepts.filter(one => one !== ocid) }) },
  },
  {
    name: 'payments are pending for ever',
    breaks: 'PAYMENT-08',
    story: 'A job was to expire them, and nobody runs it.',
    policies: { paymentStatus: ({ status }) => status },
  },
]
