/**
 * TRANSFER-14 · verify/{txid} of the transfer returns completed with the same proof, member for member, and a signature
 * that verifies (VERIFY-08).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectSame } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { overMessages } from '../../members/property.ts'
import { waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { unnotifiedRecipient } from '../../support/gateway/notification/unnotified-recipient.ts'
import {
  createTransfer,
  expectCompletedAtVerify,
  proofOf,
  readTransaction,
  txidOf,
} from '../../support/gateway/transactions.ts'
import type { Shared } from '../../support/gateway/transfer/similar-transfers.ts'
import { anyTransfers, ofSimilarTransfers } from './any-transfer.ts'

const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

clause(
  'TRANSFER-14',
  'same proof at verify',
  async context => expectCompletedAtVerify(context, await createTransfer(context)),
  { operations: ['transfer.create', 'verify'] },
)

const members = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

members.clause.property(
  'TRANSFER-14',
  'any transfer at verify',
  overMessages({
    ...anyTransfers,
    test: async (context, { proof }) => {
      const transaction = await context.verify(txidOf(proof)).expectAccepted()
      expectSame(transaction.proof, proof, 'the proof that verify shows')
    },
  }),
  { operations: ['transfer.create', 'verify'] },
)

members.clause.property<Shared>(
  'TRANSFER-14',
  { id: 'transfers-that-are-alike-at-verify', title: 'similar transfers at verify' },
  ofSimilarTransfers(async (context, { proof }) => {
    const transaction = await context.verify(txidOf(proof)).expectAccepted()
    expectSame(transaction.proof, proof, 'the proof that verify shows')
  }),
  { operations: ['transfer.create', 'verify'] },
)

clause(
  'TRANSFER-14',
  'same proof at verify after notifications that fail',
  async context => {
    const to = unnotifiedRecipient(context, { status: 503, times: 2 })
    // A retry would create another transaction with the same reference; a given nonce prevents it.
    const nonce = context.fresh('n')
    const proof = proofOf(await context.transfer({ from: context.partner, to }, { nonce }).asControl())
    // A target that does not retry may still change the record when it gives up.
    await waitForNotifications(context, [to.reference], { count: 3, ms: waits.retry.ms })
    const shown = await readTransaction(context, txidOf(proof))
    // Another status fails NOTIFY-05; a transfer that verify never shows fails another check of this clause.
    if (!isSuccess(shown) || memberOf(shown.json, 'status') !== 'completed')
      blocked(`verify does not show the transfer as completed: ${summary(shown)}`)
    expectSame(memberOf(shown.json, 'proof'), proof, 'the proof that verify shows after failed notifications')
  },
  { operations: ['transfer.create', 'verify'] },
)
