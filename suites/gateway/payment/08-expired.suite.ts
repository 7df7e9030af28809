/** PAYMENT-08 · A payment past expiresAt is no longer reported as pending. */

import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { agreesAfterWaiting } from '../../../harness/model-batch.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { createExpiredPayment, isPending } from '../../support/gateway/payment/payment-expiry.ts'
import { briefPayments, expectNotPending } from '../../support/gateway/payment/payment-expiry-model.ts'

const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

clause(
  'PAYMENT-08',
  'expired payment',
  async context => {
    const { verifyResponse, hasRequestedExpiry } = await createExpiredPayment(context)
    if (!hasRequestedExpiry) blocked('the payment did not get the requested expiresAt (PAYMENT-03)', 'PAYMENT-03')
    expectThat(!isPending(verifyResponse), 'a payment past its expiresAt is still reported as pending', {
      expected: 'another status',
      actual: verifyResponse.json ?? summary(verifyResponse),
    })
  },
  atVerify,
)

const notPending = agreesAfterWaiting({ ...briefPayments, end: expectNotPending })

clause.model('PAYMENT-08', 'payments past their expiry', notPending, {
  operations: ['payment.create', 'verify'],
})
