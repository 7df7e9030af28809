/**
 * NOTIFY-01 · A completed transfer or hosted payment to a merchant with a webhook address is POSTed to {merchant
 * base}/transfer/webhook as application/json { proof, signature }.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest, RequestFilter } from '../../../harness/counterpart.ts'
import { expectFits } from '../../../harness/http/expect-fits.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json/json.ts'
import { notifiedTransfers, orderMessages, transferBody } from '../../members/gateway-messages.ts'
import { payOrder } from '../../members/paid-orders.ts'
import { overMessages } from '../../members/property.ts'
import { type CheckoutSession, openSession, visitOrder } from '../../support/gateway/hosted-page/checkout-session.ts'
import {
  identifiersOf,
  notifiedTransfer,
  payOnPage,
  requireNotification,
} from '../../support/gateway/hosted-page/session-notifications.ts'
import { expectAtMerchant, waitByTxid } from '../../support/gateway/notification/delivery.ts'
import { isAboutTransaction, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { unnotifiedRecipient } from '../../support/gateway/notification/unnotified-recipient.ts'
import { proofOf, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })

const expectDelivered = async (
  context: CheckContext,
  notification: RecordedRequest | undefined,
  isAbout: RequestFilter,
): Promise<void> => {
  const { headers, json, body } = await expectAtMerchant(context, notification, isAbout)
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  expectThat(type === 'application/json', 'the notification is not sent as JSON', {
    expected: 'application/json',
    actual: type || 'no content type',
  })
  expectThat(isObject(json), 'the notification is not a JSON object', {
    expected: '{ proof, signature }',
    actual: body,
  })
  expectFits(json, 'signed-proof', 'the notification')
}

/** Makes a transfer whose notification must be delivered. */
const expectTransferDelivered = async (context: CheckContext): Promise<void> => {
  const { notification, isAbout } = await notifiedTransfer(context)
  await expectDelivered(context, notification, isAbout)
}

/** Pays a session whose notification must be delivered. */
const expectPaymentDelivered = async (context: CheckContext, session: CheckoutSession): Promise<void> => {
  const { notification } = await payOnPage(context, session)
  await expectDelivered(context, notification, isAboutTransaction(identifiersOf(session)))
}

/** Waits for the notification of a transaction known by its txid, which must be delivered. */
const expectTxidDelivered = async (context: CheckContext, txid: string): Promise<void> =>
  expectDelivered(context, await waitByTxid(context, txid), isAboutTransaction([txid]))

clause('NOTIFY-01', 'after a transfer', expectTransferDelivered)

/** Makes transfers of one and two units, and returns their txids. A gateway may accept one transfer per reference. */
const transfersWith = async (context: CheckContext, reference: string): Promise<string[]> => {
  const plan = { from: context.partner, to: { ocid: context.merchant.ocid, reference } }
  const first = await context.transfer({ ...plan, units: 1 }).asControl()
  const second = await context.transfer({ ...plan, units: 2 })
  if (!isSuccess(second)) notApplicable('The target accepts no second transfer with the same reference.')
  return [first, second.json].map(transfer => txidOf(proofOf(transfer)))
}

clause('NOTIFY-01', 'after each of two transfers with one reference', async context => {
  const txids = await transfersWith(context, context.fresh('ref'))
  // A short text may occur in any request by chance.
  if (txids.some(txid => txid.length < 8)) notApplicable('The txids are too short to distinguish notifications.')
  if (new Set(txids).size < txids.length) notApplicable('Both transfers have the same txid (TRANSFER-05).')
  for (const txid of txids) await expectTxidDelivered(context, txid)
})

clause('NOTIFY-01', 'after a transfer for an order, with a memo', async context => {
  const { order, orderReference } = referencedOrder(context, 1)
  const to = { ocid: context.merchant.ocid, reference: order.id }
  const plan = { from: context.partner, to, order: orderReference, memo: 'Conformance transfer' }
  const txid = txidOf(proofOf(await context.transfer(plan).asControl()))
  if (txid.length < 8) notApplicable('The txid is too short to identify its notification.')
  await expectTxidDelivered(context, txid)
})

clause('NOTIFY-01', 'after a transfer from another merchant', async context => {
  const { merchant, merchant2, partner } = context
  await context.transfer({ from: partner, to: merchant2 }).asControl()
  await context.arrived()
  const to = { ocid: merchant.ocid, reference: context.fresh('paid') }
  const response = await context.transfer({ from: merchant2, to }, { as: merchant2 })
  if (!isSuccess(response)) notApplicable('The target does not let merchants pay from their accounts.')
  const isAbout = isAboutTransaction([to.reference])
  // The paying merchant may be notified too.
  const isPaidTold: RequestFilter = request => request.ocid === merchant.ocid && isAbout(request)
  await expectDelivered(context, (await context.awaitRequests(isPaidTold))[0], isPaidTold)
})

clause(
  'NOTIFY-01',
  'after a hosted payment',
  async context => expectPaymentDelivered(context, await openSession(context)),
  { operations: ['orders.checkout'] },
)

clause(
  'NOTIFY-01',
  'after a hosted payment of an order without a memo',
  async context => {
    const { memo: _memo, ...order } = context.merchant.order()
    const session = await visitOrder(context, order)
    if (session === undefined) return blocked('an order without a memo is refused (CHECKOUT-01)', 'CHECKOUT-01')
    await expectPaymentDelivered(context, session)
  },
  { operations: ['orders.checkout'] },
)

/** How many transfers have their notification answered with a 500, before one that is answered as usual. */
const failures = 5

clause(
  'NOTIFY-01',
  {
    id: 'after-a-transfer-that-others-came-before-whose-notifications-failed',
    title: 'after a transfer that follows failed notifications',
  },
  async context => {
    for (let failure = 0; failure < failures; failure++) {
      const to = unnotifiedRecipient(context, { status: 500, times: 1 })
      await context.transfer({ from: context.partner, to }).asControl()
      await waitForNotifications(context, [to.reference], { ms: context.run.patience.usualMs })
    }
    await expectTransferDelivered(context)
  },
  // Nothing succeeds in between, so that the gateway sees consecutive failures of the webhook.
  { alone: true, last: true },
)

/** Fails the clause unless merchant2 was notified; blocks it if no one was. */
const expectAtSecondMerchant = ({ merchant2 }: CheckContext, [notification]: RecordedRequest[]): void => {
  const { ocid, path } = requireNotification(notification)
  expectThat(ocid === merchant2.ocid, 'the notification of one merchant is sent to another', {
    expected: `the webhook of ${merchant2.ocid}`,
    actual: path,
  })
}

clause('NOTIFY-01', 'after a transfer to another merchant', async context => {
  const to = { ocid: context.merchant2.ocid, reference: context.fresh('second') }
  await context.transfer({ from: context.partner, to }).asControl()
  expectAtSecondMerchant(context, await waitForNotifications(context, [to.reference]))
})

clause(
  'NOTIFY-01',
  'after a hosted payment to another merchant',
  async context => {
    const session = await openSession(context, { merchant: context.merchant2 })
    const { notification } = await payOnPage(context, session)
    expectAtSecondMerchant(context, notification ? [notification] : [])
  },
  { operations: ['orders.checkout'] },
)

const members = defineSuite({ id: 'notification-members', roles: ['gateway'], operations: ['transfer.create'] })

/** A shorter txid may occur in the notification of another transfer. */
const leastCharacters = 8

members.clause.property(
  'NOTIFY-01',
  'after any transfer',
  overMessages({
    messages: notifiedTransfers,
    runs: 2,
    mayBeRefused: true,
    send: async (context, drawn) => {
      const response = await context.call('transfer.create', transferBody(context, drawn), { as: context.partner })
      if (!isSuccess(response)) return undefined
      const txid = txidOf(proofOf(response.json))
      return txid.length < leastCharacters ? undefined : txid
    },
    test: async (context, txid) => {
      await expectAtMerchant(context, await waitByTxid(context, txid), isAboutTransaction([txid]))
    },
  }),
)

members.clause.property(
  'NOTIFY-01',
  'after a hosted payment of any order',
  overMessages({
    messages: orderMessages,
    runs: 2,
    mostSamples: 10,
    send: payOrder,
    test: async (context, { isAbout }) => {
      await expectAtMerchant(context, (await context.awaitRequests(isAbout))[0], isAbout)
    },
  }),
  { operations: ['orders.checkout'] },
)
