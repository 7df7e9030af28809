import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { Order } from '../../../schemas/messages.ts'

/** An order is checked in each currency. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

/** Makes orders in the second currency of the run; not applicable unless the target takes them. */
const inSecondCurrency = async (context: CheckContext): Promise<(changes?: Partial<Order>) => Order> => {
  const { merchant, run, checkout } = context
  const { currency, amount } =
    run.secondMoney ?? notApplicable('There are no accounts in a second currency (secondCurrency in the config).')
  const make = (changes: Partial<Order> = {}) =>
    merchant.order({ currency, amount: amount(100), items: [], ...changes })
  const control = await checkout(merchant.signs(make()))
  return isSuccess(control) ? make : notApplicable(`The target takes no order in ${currency}.`)
}

clause('CHECKOUT-03', 'order in a second currency, signed with another key', async context => {
  const make = await inSecondCurrency(context)
  const forged = context.merchant.signs(make(), { key: generatePrivateKey() })
  await context.checkout(forged).expectRefusal(400, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-04', 'expired order in a second currency', async context => {
  const { merchant, checkout, now } = context
  const make = await inSecondCurrency(context)
  const expired = make({ createdAt: now() - 90_000, expiresAt: now() - 86_400 })
  await checkout(merchant.signs(expired)).expectRefusal(400, 'ORDER_EXPIRED')
})

clause('CHECKOUT-06', 'order in a second currency that accepts another gateway only', async context => {
  const { merchant, checkout, ocid } = context
  const make = await inSecondCurrency(context)
  await checkout(merchant.signs(make({ accepts: [ocid + 1] }))).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
})
