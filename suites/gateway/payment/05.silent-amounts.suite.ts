import { defineSuite } from '../../../harness/clause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'

const suite = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

clause('PAYMENT-05', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'payment.create', response => memberOf(response, 'amount')),
)

/** A payment has the amount of its request, however that is written. Heading: POST /payment/create. */
export const keptPaymentAmounts = whereDeclared(suite)
