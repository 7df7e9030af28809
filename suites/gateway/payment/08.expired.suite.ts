import { defineSuite } from '../../../harness/clause.ts'
import { agreesAfterWaiting } from '../../../harness/model-batch.ts'
import { briefPayments, expectNotPending } from '../../support/gateway/payment/payment-expiry-model.ts'

/** No payment is pending past its expiry, whatever happens before and after it. Headings: POST /payment/create, Limits. */
const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create', 'verify'] })

const notPending = agreesAfterWaiting({ ...briefPayments, end: expectNotPending })

clause.model('PAYMENT-08', 'payments past their expiry', notPending, { waits: true })
