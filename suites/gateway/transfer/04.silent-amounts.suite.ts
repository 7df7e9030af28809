import { defineSuite } from '../../../harness/clause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'

/** The proof has the amount of its transfer, however that is written. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-04', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'transfer.create', response => memberOf(memberOf(response, 'proof'), 'amount')),
)
