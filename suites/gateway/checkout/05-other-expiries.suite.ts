/**
 * CHECKOUT-05 · order.expiresAt absent, or in the future: not refused as expired (how long an order may live is not
 * shown).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Order } from '../../../schemas/messages.ts'
import { anyTimestamp, timestampSamples } from '../../members/values/numbers.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

const day = 86_400

const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

const expiringIn = ({ merchant, run }: CheckContext, seconds: number): Order =>
  merchant.order({ expiresAt: run.clock.latest() + seconds })

const withoutExpiry = ({ merchant }: CheckContext): Order => {
  const { expiresAt: _expiresAt, ...order } = merchant.order()
  return order
}

clause('CHECKOUT-05', 'no expiry', async context => {
  await checkoutControl(context)
  await context.checkout(context.merchant.signs(withoutExpiry(context))).expectProcessed()
})

clause('CHECKOUT-05', 'expiry in the future', async context => {
  await context.checkout(context.merchant.signs(withoutExpiry(context))).asControl()
  const checkoutFor = (seconds: number) => context.checkout(context.merchant.signs(expiringIn(context, seconds)))
  await checkoutFor(3_600).expectProcessed()
  // A gateway may refuse an order whose lifetime is too short or too long, but not as expired. Clocks may differ by some seconds.
  for (const seconds of [40, 120, 30 * day]) {
    const response = await checkoutFor(seconds)
    expectThat(codeOf(response) !== 'ORDER_EXPIRED', `an order that expires in ${seconds} s is called expired`, {
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
      // A gateway may refuse an order for its age, but not as expired.
      expectThat(codeOf(response) !== 'ORDER_EXPIRED', `an order created ${age} s ago is called expired`, {
        expected: 'accepted, or refused for another reason',
        actual: summary(response),
      })
    }
  }
})

const members = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

/** Fails the clause if an order is called expired. A gateway may refuse one that lives too long. */
const expectNotExpired = async ({ checkout, merchant }: CheckContext, expiresAt: number): Promise<void> => {
  const response = await checkout(merchant.signs(merchant.order({ expiresAt })))
  expectThat(codeOf(response) !== 'ORDER_EXPIRED', `an order with expiresAt ${expiresAt} is called expired`, {
    expected: 'accepted, or refused for another reason',
    actual: summary(response),
  })
}

members.clause.property('CHECKOUT-05', 'any expiry in the future', async control => {
  await checkoutControl(control)
  return {
    arbitrary: ({ now }) => anyTimestamp(now()),
    examples: ({ now }) => timestampSamples(now()),
    runs: 4,
    test: expectNotExpired,
  }
})
