import { defineSuite } from '../../../harness/clause.ts'
import { agreesWith } from '../../../harness/model.ts'
import { expectSoundPayments, paymentStep, startPayments } from '../../support/gateway/payment/payment-model.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['payment.create', 'verify'],
})
const { clause } = suite

clause.model(
  'FLOW-03',
  'payments over any series of settlements',
  agreesWith({
    start: startPayments,
    step: paymentStep,
    atLast: 'every payment is verified',
    end: expectSoundPayments,
    most: 6,
    runs: 7,
    areIndependent: true,
  }),
)

/** The states of payments over any series of settlements. Heading: States and transitions. */
export const gatewayFlowPayments = whereDeclared(suite)
