/** VERIFY-01 · Unknown txid: 404 TXID_NOT_FOUND. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { anyMutilation, type Mutilation, mutilated, mutilations } from '../../members/values/similar-texts.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import { knownTxid } from '../../support/gateway/transactions.ts'
import { verifyUnknown } from '../../support/gateway/verify/unknown-transaction.ts'

const similar = defineSuite({ id: 'verify-members', roles: ['gateway'], operations: ['verify'] })

/** Returns a txid that verify knows, from a payment, a transfer or a hosted payment. */
const anyKnownTxid = async (context: CheckContext): Promise<string> =>
  (await knownTxid(context)) ?? textOf((await payForProof(context, await openSession(context))).proof.txid)

similar.clause.property<Mutilation>(
  'VERIFY-01',
  { id: 'txids-that-are-nearly-one', title: 'txids similar to a known one' },
  async context => {
    const txid = await anyKnownTxid(context)
    return {
      arbitrary: () => anyMutilation,
      examples: mutilations(txid),
      runs: 6,
      test: async (on, mutilation) => {
        const unknown = mutilated(txid, mutilation)
        if (unknown === txid) return
        const response = await on.verify(unknown, { isUnknown: true })
        expectThat(!isSuccess(response), 'an unknown txid is mistaken for another', {
          expected: `a refusal of ${unknown}, which is not ${txid}`,
          actual: summary(response),
        })
      },
    }
  },
)

const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })

const isTxidNotFound = (response: HttpResponse) => response.status === 404 && codeOf(response) === 'TXID_NOT_FOUND'

clause('VERIFY-01', 'unknown txid', async context => {
  const response = await verifyUnknown(context)
  expectThat(isTxidNotFound(response), 'an unknown txid is not refused as required', {
    expected: '404 TXID_NOT_FOUND',
    actual: summary(response),
  })
})
