import type { Json } from '../../../../protocol/json/json.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { paymentSeconds } from '../../../../reference/gateway/payment/expiry.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { changeMember } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeShown } from '../support/responses.ts'

/** Dates a payment by when it is first read. */
const firstShown = (): Partial<GatewayPolicies> => {
  const dates = new Map<Json | undefined, number>()
  return changeShown('pending', body => {
    const createdAt = dates.get(body.txid) ?? Math.floor(Date.now() / 1_000)
    dates.set(body.txid, createdAt)
    return { ...body, createdAt }
  })
}

/** Faults in how verify shows a pending payment (PAYMENT-06). */
export const paymentVerifyMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'verify dates payments in milliseconds',
    breaks: 'PAYMENT-06',
    alsoBreaks: ['FMT-01'],
    story: 'createdAt is a database column in milliseconds.',
    policies: changeShown('pending', body => changeMember(body, 'createdAt', at => Number(at) * 1000)),
  },
  {
    name: 'verify dates payments at midnight',
    breaks: 'PAYMENT-06',
    alsoBreaks: ['FMT-01'],
    story: 'createdAt is a date without a time.',
    policies: changeShown('pending', body =>
      changeMember(body, 'createdAt', at => Math.floor(Number(at) / 86_400 - 1) * 86_400),
    ),
  },
  {
    name: 'payments are dated to the minute, and expire an hour later',
    breaks: 'PAYMENT-06',
    story: 'The time of creation is a column in minutes, and the expiry is counted from it.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        const createdAt = Math.floor(payment.createdAt / 60) * 60
        return { ...payment, createdAt, expiresAt: order.request.expiresAt ?? createdAt + paymentSeconds }
      },
    },
  },
  {
    name: 'a payment is dated when verify shows it first',
    needsOthers: true,
    breaks: 'PAYMENT-06',
    story: 'The row is written at the first request for it.',
    policies: firstShown(),
  },
  {
    name: 'verify counts the expiry from the creation',
    breaks: 'PAYMENT-06',
    alsoBreaks: ['PAYMENT-03'],
    story: 'The column was forgotten, and createdAt + 3600 looked equivalent.',
    policies: changeShown('pending', body => ({ ...body, expiresAt: Number(body.createdAt) + paymentSeconds })),
  },
  {
    name: 'verify shows a payment without its cents',
    breaks: 'PAYMENT-06',
    alsoBreaks: ['PAYMENT-13'],
    story: 'The amount column has no decimal places.',
    policies: changeShown('pending', body =>
      changeMember(body, 'amount', amount => String(amount).split('.')[0] ?? '0'),
    ),
  },
]
