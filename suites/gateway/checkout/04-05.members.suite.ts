import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { anyPastTimestamp, anyTimestamp, pastTimestampSamples, timestampSamples } from '../../members/values/numbers.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

/** An order is expired from its time on, and never before, however early or late that is. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

/** Fails the clause if an order is called expired. A gateway may refuse one that lives too long. */
const expectNotExpired = async ({ checkout, merchant }: CheckContext, expiresAt: number): Promise<void> => {
  const response = await checkout(merchant.signs(merchant.order({ expiresAt })))
  expectThat(codeOf(response) !== 'ORDER_EXPIRED', `an order is called expired whose expiresAt is ${expiresAt}`, {
    expected: 'accepted, or refused for another reason',
    actual: summary(response),
  })
}

clause.property('CHECKOUT-05', 'any expiry in the future', async control => {
  await checkoutControl(control)
  return {
    arbitrary: ({ now }) => anyTimestamp(now()),
    examples: ({ now }) => timestampSamples(now()),
    runs: 4,
    test: expectNotExpired,
  }
})

/** Fails the clause if an order is accepted. A gateway may refuse a time as old as that for another reason than its being over. */
const expectRefused = async ({ checkout, merchant }: CheckContext, expiresAt: number): Promise<void> => {
  const response = await checkout(merchant.signs(merchant.order({ expiresAt })))
  expectThat(!isSuccess(response), `an order is accepted whose expiresAt is ${expiresAt}, which is in the past`, {
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
