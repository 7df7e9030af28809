/**
 * VERIFY-04 · Any other status: { status, txid }, the status passed through. Not applicable where the target shows no
 * such status within the run (transitions to expired and failed are not shown).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectJsonFits } from '../../../harness/http/expect-fits.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { createExpiredPayment, isPending } from '../../support/gateway/payment/payment-expiry.ts'

const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })

clause(
  'VERIFY-04',
  'expired payment',
  async context => {
    const { txid, verifyResponse, hasRequestedExpiry } = await createExpiredPayment(context)
    const status = memberOf(verifyResponse.json, 'status')
    if (!hasRequestedExpiry || isPending(verifyResponse) || status === 'completed')
      notApplicable('The target shows only the statuses pending and completed within the run.')
    if (!isSuccess(verifyResponse))
      fail('a payment past its expiresAt is gone from verify', { expected: '200', actual: summary(verifyResponse) })
    expectJsonFits(verifyResponse, 'verify-other', 'verify of an expired payment')
    expectThat(status !== '', 'verify shows an expired payment without a status', {
      expected: 'a status',
      actual: verifyResponse.json,
    })
    expectSame(memberOf(verifyResponse.json, 'txid'), txid, 'the txid that verify shows')
  },
  { operations: ['verify', 'payment.create'] },
)
