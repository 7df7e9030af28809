/** VERIFY-03 · pending_settlement is reported as { status: pending, txid, amount, currency, createdAt, expiresAt }. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { createPayment, txidOf } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })

clause(
  'VERIFY-03',
  'pending payment',
  async context => {
    const txid = txidOf(await createPayment(context))
    const transaction = await context.verify(txid).expectAccepted('verify-pending')
    expectSame(transaction.txid, txid, 'the txid that verify shows')
  },
  { operations: ['verify', 'payment.create'] },
)
