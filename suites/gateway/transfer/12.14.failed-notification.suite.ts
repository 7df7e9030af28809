import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectSame, expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { untoldRecipient } from '../../support/gateway/notification/untold-recipient.ts'
import { proofOf, readTransaction, txidOf } from '../../support/gateway/transactions.ts'
import { spend } from '../../support/gateway/transfer/accounts.ts'

/** A transfer keeps its proof and its money whatever becomes of its notification. Headings: GET /verify/{txid}, Events. */
const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create', 'verify'] })

clause(
  'TRANSFER-14',
  'same proof at verify after notifications that fail',
  async context => {
    const to = untoldRecipient(context, { status: 503, times: 2 })
    // Sent again, it would be another transaction with the same reference: a nonce that is given lets it go once, and alone.
    const nonce = context.fresh('n')
    const proof = proofOf(await context.transfer({ from: context.partner, to }, { nonce }).asControl())
    // A target that does not try again may still change the record when it gives up.
    await waitForNotifications(context, [to.reference], { count: 3, ms: waits.retry.ms })
    const shown = await readTransaction(context, txidOf(proof))
    // Another status fails NOTIFY-05, and a transfer that verify never shows another check of this clause.
    if (!isSuccess(shown) || memberOf(shown.json, 'status') !== 'completed')
      blocked(`verify does not show the transfer as completed: ${summary(shown)}`)
    expectSame(memberOf(shown.json, 'proof'), proof, 'the proof that verify shows after notifications that failed')
  },
  { waits: true },
)

clause(
  'TRANSFER-12',
  'balance after a transfer whose notification fails',
  async context => {
    const account = await context.account(1)
    if (isSuccess(await spend(context, account, 2)))
      blocked('a single transfer overdraws the account, too (TRANSFER-09)', 'TRANSFER-09')
    const to = untoldRecipient(context, { status: 500, times: 2 })
    const nonce = context.fresh('n')
    await context.transfer({ from: account, to }, { as: account, nonce }).asControl()
    await waitForNotifications(context, [to.reference], { ms: context.run.patience.usualMs })
    const again = await spend(context, account, 1)
    expectThat(!isSuccess(again), 'money that was transferred is there again after the notification failed', {
      expected: '402 INSUFFICIENT_FUNDS: the proof of the transfer still counts',
      actual: summary(again),
    })
  },
  { waits: true },
)
