/** CHECKOUT-04 · order.expiresAt in the past: 400 ORDER_EXPIRED. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Order } from '../../../schemas/messages.ts'
import { anyPastTimestamp, pastTimestampSamples } from '../../members/values/numbers.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { notCopiedFromStamps, stampRefused } from '../../support/gateway/stamped-before.ts'
import { refusedWithAnyMembers } from '../../support/wire-format/any-members.ts'
import { optional, orderWithout } from './optional-members.ts'
import { expectRefusedAgain } from './refused-again.ts'
import { inSecondCurrency } from './second-currency.ts'

const { clause } = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

clause.property<string[]>(
  'CHECKOUT-04',
  'expired order, whichever optional members it has',
  refusedWithAnyMembers({
    what: 'an expired order',
    optional: optional.filter(name => name !== 'expiresAt'),
    control: checkoutControl,
    send: (context, omitted) => {
      const times = { createdAt: context.now() - 90_000, expiresAt: context.now() - 86_400 }
      return context.checkout(context.merchant.signs(orderWithout(context, omitted, times)))
    },
  }),
)

const checkout = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

checkout.clause('CHECKOUT-04', 'expired order in a second currency', async context => {
  const { merchant, checkout, now } = context
  const make = await inSecondCurrency(context)
  const expired = make({ createdAt: now() - 90_000, expiresAt: now() - 86_400 })
  await checkout(merchant.signs(expired)).expectRefusal(400, 'ORDER_EXPIRED')
})

checkout.clause('CHECKOUT-04', 'expired order, sent again', context => {
  const { merchant, now } = context
  const order = merchant.order({ createdAt: now() - 90_000, expiresAt: now() - 86_400 })
  return expectRefusedAgain(context, merchant.signs(order), 'ORDER_EXPIRED')
})

const day = 86_400

const expiredFor = ({ merchant, run }: CheckContext, seconds: number): Order => {
  const expiresAt = run.clock.earliest() - seconds
  return merchant.order({ createdAt: expiresAt - 3600, expiresAt })
}

checkout.clause(
  'CHECKOUT-04',
  'expired a day ago',
  async context => {
    await checkoutControl(context)
    await context.checkout(context.merchant.signs(expiredFor(context, day))).expectRefusal(400, 'ORDER_EXPIRED')
    await checkoutControl(context)
  },
  { firstLook: true },
)

checkout.clause('CHECKOUT-04', 'expired ten minutes ago', async context => {
  await checkoutControl(context)
  await context.checkout(context.merchant.signs(expiredFor(context, 600))).expectRefusal(400, 'ORDER_EXPIRED')
})

// Clock skew of some seconds, and a grace period for it, are accepted.
checkout.clause('CHECKOUT-04', 'expired ninety seconds ago', async context => {
  await checkoutControl(context)
  await context.checkout(context.merchant.signs(expiredFor(context, 90))).expectRefusal(400, 'ORDER_EXPIRED')
})

checkout.clause('CHECKOUT-04', 'expired, with the id of an order that was accepted before', async context => {
  const { merchant, checkout } = context
  const order = merchant.order()
  await checkout(merchant.signs(order)).asControl()
  const response = await checkout(merchant.signs({ ...expiredFor(context, day), id: order.id }))
  // A gateway may refuse another order because the id is in use.
  expectThat(!isSuccess(response), 'an expired order is accepted because an order with its id was accepted before', {
    expected: '400 ORDER_EXPIRED',
    actual: summary(response),
  })
})

checkout.clause.property<number[]>(
  'CHECKOUT-04',
  'expired since its request was stamped',
  notCopiedFromStamps({
    control: checkoutControl,
    isCopied: async (context, timestamp) => {
      const order = expiredFor(context, Math.floor((context.now() - timestamp) / 2))
      const checkout = (sendOptions?: Partial<SendOptions>) =>
        context.checkout(context.merchant.signs(order), sendOptions)
      const before = await checkout({ timestamp })
      if (codeOf(before) === 'TIMESTAMP_EXPIRED') stampRefused()
      return isSuccess(before) && codeOf(await checkout()) === 'ORDER_EXPIRED'
    },
    message: 'an expired order is accepted: its expiry is compared with X-OC-Timestamp',
    expected: '400 ORDER_EXPIRED, as with a current X-OC-Timestamp',
    after: 'compared with ',
  }),
)

/** Fails the clause if an order is accepted. A gateway may refuse such an old time for a reason other than its expiry. */
const expectRefused = async ({ checkout, merchant }: CheckContext, expiresAt: number): Promise<void> => {
  const response = await checkout(merchant.signs(merchant.order({ expiresAt })))
  expectThat(!isSuccess(response), `an order with expiresAt ${expiresAt} is accepted, which is in the past`, {
    expected: '400 ORDER_EXPIRED',
    actual: summary(response),
  })
}

clause.property('CHECKOUT-04', 'any expiry in the past', async control => {
  await checkoutControl(control)
  return {
    arbitrary: ({ now }) => anyPastTimestamp(now()),
    examples: ({ now }) => [...pastTimestampSamples(now()), -1],
    runs: 4,
    test: expectRefused,
  }
})
