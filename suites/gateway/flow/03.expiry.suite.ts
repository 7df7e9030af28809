import { defineSuite } from '../../../harness/clause.ts'
import { agreesAfterWaiting } from '../../../harness/model-batch.ts'
import { briefPayments, expectCompletionKept } from '../../support/gateway/payment/payment-expiry-model.ts'

/** What is completed stays completed, whatever happens before and after its expiry. Heading: States and transitions. */
const { clause } = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['payment.create', 'verify', 'payment.settle'],
})

const completionKept = agreesAfterWaiting({ ...briefPayments, end: expectCompletionKept })

clause.model('FLOW-03', 'settled payments past their expiry', completionKept, { waits: true })
