import { defineSuite } from '../../../harness/clause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'

/** A payment has the amount of its request, however that is written. Heading: POST /payment/create. */
const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })

clause('PAYMENT-05', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'payment.create', response => memberOf(response, 'amount')),
)
