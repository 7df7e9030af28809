import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notifiedTransfers, orderMessages, transferBody } from '../../members/gateway-messages.ts'
import { payOrder } from '../../members/paid-orders.ts'
import { overMessages } from '../../members/property.ts'
import { expectAtMerchant, waitByTxid } from '../../support/gateway/notification/delivery.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'

/** The merchant is notified whatever the transfer or the order says. Heading: Events. */
const { clause } = defineSuite({ id: 'notification-members', roles: ['gateway'], operations: ['transfer.create'] })

/** A txid that is shorter may stand in the notification of another transfer. */
const leastCharacters = 8

clause.property(
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
      expectAtMerchant(context, await waitByTxid(context, txid))
    },
  }),
)

clause.property(
  'NOTIFY-01',
  'after a hosted payment of any order',
  overMessages({
    messages: orderMessages,
    runs: 2,
    mostSamples: 10,
    send: payOrder,
    test: async (context, { isAbout }) => {
      expectAtMerchant(context, (await context.awaitRequests(isAbout))[0])
    },
  }),
  { operations: ['orders.checkout'] },
)
