import { defineSuite } from '../../../harness/clause.ts'
import { agreesWith } from '../../../harness/model.ts'
import { expectSoundPayments, paymentStep, startPayments } from '../../support/gateway/payment/payment-model.ts'

/** The states of payments over any series of settlements. Heading: States and transitions. */
const { clause } = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['payment.create', 'verify'],
})

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
