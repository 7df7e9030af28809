/** NOTIFY-04 · Nothing is sent for a refused, cancelled or pending transaction. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { ActionResult, Page } from '../../../harness/pages.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { expectNotNotified, identifiersOf } from '../../support/gateway/hosted-page/session-notifications.ts'

/** Late notifications are found by the end of the run, so these checks start before the others. */
const { clause } = defineSuite({ id: 'notification-faults', roles: ['gateway'], operations: ['transfer.create'] })

const expectUnsent = (context: CheckContext, identifiers: string[], what: string) =>
  expectNotNotified(context, identifiers, {
    message: `the merchant is notified of ${what}`,
    expected: 'no notification',
  })

/** Returns transfers that must be refused. */
const invalidTransfers = (context: CheckContext) => {
  const to = () => ({ ocid: context.merchant.ocid, reference: context.fresh('refused') })
  const { partner, app, foreign, nobody } = context
  return [
    { body: context.transferOf({ from: app, to: to() }), as: app },
    { body: context.transferOf({ from: foreign, to: to() }), as: partner },
    { body: context.transferOf({ from: nobody, to: to() }), as: partner },
  ]
}

clause('NOTIFY-04', 'refused transfer', async context => {
  const references = await Promise.all(
    invalidTransfers(context).map(async ({ body, as }) => {
      const response = await context.call('transfer.create', body, { as })
      // Accepting one of them fails another clause.
      return isSuccess(response) ? [] : [body.to.reference ?? '']
    }),
  )
  const refused = references.flat()
  if (refused.length === 0) blocked('the target refuses none of the transfers that it must refuse')
  await expectUnsent(context, refused, 'a transfer that was refused')
})

clause('NOTIFY-04', 'transfer without the balance for it', async context => {
  const account = await context.account(1)
  const reference = context.fresh('refused')
  const to = { ocid: context.merchant.ocid, reference }
  const response = await context.transfer({ from: account, to, units: 2 }, { as: account })
  if (isSuccess(response)) blocked(`the target accepts a transfer above the balance: ${summary(response)}`)
  await expectUnsent(context, [reference], 'a transfer that was refused')
})

clause(
  'NOTIFY-04',
  'pending payment',
  async context => {
    const body = context.paymentOf(context.merchant)
    const { txid } = await context.pay(body).asControl()
    const identifiers = [body.reference ?? '', typeof txid === 'string' ? txid : '']
    const distinctive = identifiers.filter(identifier => identifier.length >= 8)
    await expectUnsent(context, distinctive, 'a pending payment')
  },
  { operations: ['payment.create'] },
)

const endings: Record<string, (page: Page) => Promise<ActionResult>> = {
  'cancelled session': page => page.cancel(),
  'failed payment': page => page.fail(),
}

for (const [title, end] of Object.entries(endings))
  clause(
    'NOTIFY-04',
    title,
    async context => {
      const session = await openSession(context)
      await end(session.page)
      await expectUnsent(context, identifiersOf(session), `a ${title}`)
    },
    { operations: ['orders.checkout'] },
  )

clause(
  'NOTIFY-04',
  {
    id: 'session-that-nobody-has-paid-and-a-checkout-that-is-refused',
    title: 'unpaid session, and a refused checkout',
  },
  async context => {
    const unpaid = await openSession(context)
    const expired = context.merchant.order({ createdAt: context.now() - 90_000, expiresAt: context.now() - 86_400 })
    const response = await context.checkout(context.merchant.signs(expired))
    const identifiers = [...identifiersOf(unpaid), ...(isSuccess(response) ? [] : [expired.id])]
    await expectUnsent(context, identifiers, 'an unpaid order')
  },
  { operations: ['orders.checkout'] },
)
