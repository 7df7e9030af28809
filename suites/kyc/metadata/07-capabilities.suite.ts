/**
 * META-07 · Every declared capability whose request the document shows for this role (orders.checkout, transfer.create,
 * payment.create, verify.txid, kyc.grant) is really answered: not 405 or 501, and not 404 but for verify's
 * TXID_NOT_FOUND. payment.settle, transfer.webhook on a gateway, kyc.validate, kyc.data: observed only (META-17).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { pathOf, unprovisionedRequest, visitPath } from '../../support/kyc/grant-request.ts'
import { isAnswered, probeUnknownPath } from '../../support/reachability.ts'

const { clause } = defineSuite({ id: 'kyc-metadata', roles: ['kyc'], operations: ['metadata'] })

clause(
  'META-07',
  'declared kyc.grant answered',
  async context => {
    const response = await visitPath(context, pathOf(unprovisionedRequest(context)))
    const unknownPath = await probeUnknownPath(context, context.run.target.apiUrl)
    expectThat(isAnswered(response, unknownPath), 'kyc.grant is declared but does not respond', {
      expected: 'a response of the operation: not 404, 405 or 501',
      actual: summary(response),
    })
  },
  { operations: ['metadata', 'kyc.grant'] },
)
