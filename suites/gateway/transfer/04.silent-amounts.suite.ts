import { defineSuite } from '../../../harness/clause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'

const suite = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-04', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'transfer.create', response => memberOf(memberOf(response, 'proof'), 'amount')),
)

/** The proof has the amount of its transfer, however that is written. Heading: POST /transfer/create. */
export const keptTransferAmounts = whereDeclared(suite)
