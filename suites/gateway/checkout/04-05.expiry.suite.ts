import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Order } from '../../../schemas/messages.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { notCopiedFromStamps, stampRefused } from '../../support/gateway/stamped-before.ts'

const day = 86_400

/** An expired order is refused, any other accepted. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

const expiredFor = ({ merchant, now }: CheckContext, seconds: number): Order =>
  merchant.order({ createdAt: now() - seconds - 3600, expiresAt: now() - seconds })

const expiringIn = ({ merchant, now }: CheckContext, seconds: number): Order =>
  merchant.order({ expiresAt: now() + seconds })

const withoutExpiry = ({ merchant }: CheckContext): Order => {
  const { expiresAt: _expiresAt, ...order } = merchant.order()
  return order
}

clause(
  'CHECKOUT-04',
  'expired a day ago',
  async context => {
    await checkoutControl(context)
    await context.checkout(context.merchant.signs(expiredFor(context, day))).expectRefusal(400, 'ORDER_EXPIRED')
    await checkoutControl(context)
  },
  { firstLook: true },
)

clause('CHECKOUT-04', 'expired ten minutes ago', async context => {
  await checkoutControl(context)
  await context.checkout(context.merchant.signs(expiredFor(context, 600))).expectRefusal(400, 'ORDER_EXPIRED')
})

// Clocks that differ by some seconds, and a grace period for them, are taken for right.
clause('CHECKOUT-04', 'expired ninety seconds ago', async context => {
  await checkoutControl(context)
  await context.checkout(context.merchant.signs(expiredFor(context, 90))).expectRefusal(400, 'ORDER_EXPIRED')
})

clause('CHECKOUT-04', 'expired, with the id of an order that was accepted before', async context => {
  const { merchant, checkout } = context
  const order = merchant.order()
  await checkout(merchant.signs(order)).asControl()
  const response = await checkout(merchant.signs({ ...expiredFor(context, day), id: order.id }))
  // A gateway may refuse another order with the same id for the id.
  expectThat(!isSuccess(response), 'an expired order is accepted, since its id was before', {
    expected: '400 ORDER_EXPIRED',
    actual: summary(response),
  })
})

clause.property<number[]>(
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
    message: 'an order that has expired is accepted: its expiry is compared with X-OC-Timestamp',
    expected: '400 ORDER_EXPIRED, as when the request is stamped now',
    after: 'compared with ',
  }),
)

clause('CHECKOUT-05', 'no expiry', async context => {
  await checkoutControl(context)
  await context.checkout(context.merchant.signs(withoutExpiry(context))).expectProcessed()
})

clause('CHECKOUT-05', 'expiry in the future', async context => {
  await context.checkout(context.merchant.signs(withoutExpiry(context))).asControl()
  const checkoutFor = (seconds: number) => context.checkout(context.merchant.signs(expiringIn(context, seconds)))
  await checkoutFor(3_600).expectProcessed()
  // A gateway may refuse an order that lives too briefly, or too long: not as one that has expired. Clocks may differ by some seconds.
  for (const seconds of [40, 120, 30 * day]) {
    const response = await checkoutFor(seconds)
    expectThat(codeOf(response) !== 'ORDER_EXPIRED', `an order is called expired that expires in ${seconds} s`, {
      expected: 'accepted, or refused for another reason',
      actual: summary(response),
    })
  }
})

clause('CHECKOUT-05', 'order that was created long ago', async context => {
  await checkoutControl(context)
  const { merchant, now } = context
  for (const age of [2 * 3_600, 2 * day, 400 * day]) {
    const order = { ...withoutExpiry(context), createdAt: now() - age }
    for (const old of [order, merchant.order({ ...order, expiresAt: now() + 3_600 })]) {
      const response = await context.checkout(merchant.signs(old))
      // A gateway may refuse an order for its age: not as one that has expired.
      expectThat(codeOf(response) !== 'ORDER_EXPIRED', `an order is called expired that was created ${age} s ago`, {
        expected: 'accepted, or refused for another reason',
        actual: summary(response),
      })
    }
  }
})
