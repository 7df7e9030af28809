import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { paymentSeconds } from '../../../../reference/gateway/payment/expiry.ts'
import type { Mutant } from '../../mutant.ts'
import { keepStamps, stampOfRequest } from '../support/stamps.ts'

/** Faults in when a payment expires (PAYMENT-02, PAYMENT-03, PAYMENT-08). */
export const paymentExpiryMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'payments expire after five minutes',
    breaks: 'PAYMENT-02',
    story: 'The default was copied from another service.',
    policies: { paymentExpiry: ({ expiresAt }, now) => expiresAt ?? now + 300 },
  },
  {
    name: 'payments expire after 3600 seconds of a thousand each',
    breaks: 'PAYMENT-02',
    story: 'The hour is a constant in milliseconds, added to a time in seconds.',
    policies: { paymentExpiry: ({ expiresAt }, now) => expiresAt ?? now + 1000 * paymentSeconds },
  },
  {
    name: 'payments expire an hour after their requests were stamped',
    kind: 'echoes',
    breaks: 'PAYMENT-02',
    story: 'The timestamp was available among the headers, and had just been checked.',
    policies: { paymentExpiry: ({ expiresAt }, now) => expiresAt ?? (stampOfRequest() ?? now) + paymentSeconds },
    prepare: keepStamps,
  },
  {
    name: 'payments expire at the full hour',
    breaks: 'PAYMENT-02',
    story: 'A job runs hourly, and the expiry was rounded up to the run after the next, whatever the minute.',
    policies: {
      paymentExpiry: ({ expiresAt }, now) => expiresAt ?? (Math.ceil((now + paymentSeconds + 1) / 3600) + 1) * 3600,
    },
  },
  {
    name: 'payments expire at the full minute',
    breaks: 'PAYMENT-02',
    story: 'The column has minutes, and the current one does not count.',
    policies: {
      paymentExpiry: ({ expiresAt }, now) => expiresAt ?? (Math.floor((now + paymentSeconds) / 60) - 1) * 60,
    },
  },
  {
    name: 'payments expire when the job runs that is nearest',
    breaks: 'PAYMENT-02',
    story: 'A job searches for expired payments every ten seconds, and the expiry was rounded to its runs.',
    policies: {
      paymentExpiry: ({ expiresAt }, now) => expiresAt ?? Math.round((now + paymentSeconds) / 10) * 10,
    },
  },
  {
    name: 'payments of an order expire after a quarter of an hour',
    kind: 'absences',
    breaks: 'PAYMENT-02',
    story: 'Customers in a shop pay immediately.',
    policies: {
      paymentExpiry: ({ expiresAt, order }, now) => expiresAt ?? now + (order === undefined ? paymentSeconds : 900),
    },
  },
  {
    name: 'a given expiry is overwritten by the default',
    breaks: 'PAYMENT-03',
    story: 'The default is set after the request was spread into the record.',
    policies: { paymentExpiry: (_request, now) => now + paymentSeconds },
  },
  {
    name: 'a given expiry is overwritten where the payment is for an order',
    kind: 'echoes',
    breaks: 'PAYMENT-03',
    story: 'An order has its own expiry, and no one decided which of the two counts.',
    policies: {
      paymentExpiry: ({ expiresAt, order }, now) =>
        (order === undefined ? expiresAt : undefined) ?? now + paymentSeconds,
    },
  },
  {
    name: 'no payment lives longer than the default',
    breaks: 'PAYMENT-03',
    story: 'Math.min(expiresAt, now + 3600), silently.',
    policies: {
      paymentExpiry: ({ expiresAt }, now) => Math.min(expiresAt ?? now + paymentSeconds, now + paymentSeconds),
    },
  },
  {
    name: 'every payment lives for a minute at least',
    breaks: 'PAYMENT-03',
    story: 'Math.max(expiresAt, now + 60), so that slow customers are not cut off.',
    policies: {
      paymentExpiry: ({ expiresAt }, now) => Math.max(expiresAt ?? now + paymentSeconds, now + 60),
    },
  },
  {
    name: 'payments are pending forever',
    breaks: 'PAYMENT-08',
    story: 'A job should expire them, but never runs.',
    policies: { paymentStatus: ({ status }) => status },
  },
]
