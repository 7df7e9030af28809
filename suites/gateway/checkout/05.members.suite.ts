import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { anyTimestamp, timestampSamples } from '../../members/values/numbers.ts'
import { checkoutControl } from '../../support/gateway/checkout-session.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

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

/** An order is not expired before its time, however late that is. Heading: POST /orders/checkout. */
export const checkoutFarExpiry = whereDeclared(suite)
