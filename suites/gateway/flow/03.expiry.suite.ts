import { defineSuite } from '../../../harness/clause.ts'
import { agreesAfterWaiting } from '../../../harness/model-batch.ts'
import { briefPayments, expectCompletionKept } from '../../support/gateway/payment/payment-expiry-model.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['payment.create', 'verify', 'payment.settle'],
})
const { clause } = suite

const completionKept = agreesAfterWaiting({ ...briefPayments, end: expectCompletionKept })

clause.model('FLOW-03', 'settled payments past their expiry', completionKept, { waits: true })

/** What is completed stays completed, whatever happens before and after its expiry. Heading: States and transitions. */
export const gatewayFlowExpiry = whereDeclared(suite)
