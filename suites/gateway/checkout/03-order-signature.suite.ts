/**
 * CHECKOUT-03 · An order signature that does not verify with that merchant's key over the canonical order: 400
 * INVALID_SIGNATURE.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { refusedWithAnyMembers } from '../../support/wire-format/any-members.ts'
import { optional, orderWithout } from './optional-members.ts'
import { expectRefusedAgain } from './refused-again.ts'
import { inSecondCurrency } from './second-currency.ts'

const { clause } = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

clause.property<string[]>(
  'CHECKOUT-03',
  'order signed with another key, whichever optional members it has',
  refusedWithAnyMembers({
    what: 'an order signed with another key',
    optional,
    control: checkoutControl,
    send: (context, omitted) =>
      context.checkout(context.merchant.signs(orderWithout(context, omitted), { key: generatePrivateKey() })),
  }),
)

const checkout = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

checkout.clause('CHECKOUT-03', 'order signed with another key', async context => {
  const { merchant, checkout } = context
  await checkoutControl(context)
  const forged = merchant.signs(merchant.order(), { key: generatePrivateKey() })
  await checkout(forged).expectRefusal(400, 'INVALID_SIGNATURE')
  await checkoutControl(context)
})

checkout.clause('CHECKOUT-03', 'order changed after it was signed', async context => {
  const { merchant, checkout, money } = context
  await checkoutControl(context)
  // An amount with items might be refused for their sum.
  const signed = merchant.signs(merchant.order({ items: [] }))
  await checkout(merchant.signs(merchant.order({ items: [] }))).asControl()
  const changed = { ...signed, order: { ...signed.order, amount: money.amount(99) } }
  await checkout(changed).expectRefusal(400, 'INVALID_SIGNATURE')
})

checkout.clause('CHECKOUT-03', 'signature of another order', async context => {
  const { merchant, checkout } = context
  await checkoutControl(context)
  const { signature } = merchant.signs(merchant.order())
  await checkout({ ...merchant.signs(merchant.order()), signature }).expectRefusal(400, 'INVALID_SIGNATURE')
})

checkout.clause('CHECKOUT-03', 'signature that another order was accepted with', async context => {
  const { merchant, checkout } = context
  const accepted = merchant.signs(merchant.order())
  await checkout(accepted).asControl()
  const { signature } = accepted
  await checkout({ ...merchant.signs(merchant.order()), signature }).expectRefusal(400, 'INVALID_SIGNATURE')
})

checkout.clause('CHECKOUT-03', 'order signed with a key that the body brings along', async context => {
  const { merchant, checkout } = context
  await checkoutControl(context)
  const key = generatePrivateKey()
  const { publicKey } = key
  // The document does not say whether unknown members are refused; a key among them must not be trusted.
  const keys = { publicKey, public_key: publicKey, key: publicKey }
  await checkout({ ...merchant.signs(merchant.order(), { key }), ...keys }).expectRefused()
  await checkoutControl(context)
})

checkout.clause(
  'CHECKOUT-03',
  {
    id: 'order-signed-with-the-key-of-another-that-the-gateway-knows',
    title: 'order signed with another key that the gateway knows',
  },
  async context => {
    const { merchant, checkout, run } = context
    await checkoutControl(context)
    for (const name of ['merchant2', 'partner', 'app']) {
      const other = run.identities[name]
      if (other === undefined) continue
      await checkout(merchant.signs(merchant.order(), { key: other.key })).expectRefusal(400, 'INVALID_SIGNATURE')
    }
  },
)

checkout.clause('CHECKOUT-03', 'order in a second currency, signed with another key', async context => {
  const make = await inSecondCurrency(context)
  const forged = context.merchant.signs(make(), { key: generatePrivateKey() })
  await context.checkout(forged).expectRefusal(400, 'INVALID_SIGNATURE')
})

checkout.clause('CHECKOUT-03', 'order signed with another key, sent again', context => {
  const { merchant } = context
  const request = merchant.signs(merchant.order(), { key: generatePrivateKey() })
  return expectRefusedAgain(context, request, 'INVALID_SIGNATURE')
})
