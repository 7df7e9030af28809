import { defineSuite } from '../../../harness/clause.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

/** The caller is a registered merchant, and the order is its own and signed by it. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

clause('CHECKOUT-02', 'account holder that is no merchant', async context => {
  const partner = context.asMerchant(context.partner)
  await checkoutControl(context)
  await context.checkout(partner.signs(partner.order()), { as: partner }).expectRefusal(401, 'MERCHANT_NOT_REGISTERED')
})

clause('CHECKOUT-02', 'payment app that is no merchant', async context => {
  const app = context.asMerchant(context.app)
  await checkoutControl(context)
  await context.checkout(app.signs(app.order()), { as: app }).expectRefusal(401, 'MERCHANT_NOT_REGISTERED')
})

clause('CHECKOUT-03', 'order signed with another key', async context => {
  const { merchant, checkout } = context
  await checkoutControl(context)
  const forged = merchant.signs(merchant.order(), { key: generatePrivateKey() })
  await checkout(forged).expectRefusal(400, 'INVALID_SIGNATURE')
  await checkoutControl(context)
})

clause('CHECKOUT-03', 'order changed after it was signed', async context => {
  const { merchant, checkout, money } = context
  await checkoutControl(context)
  // With items the amount might be refused for their sum.
  const signed = merchant.signs(merchant.order({ items: [] }))
  await checkout(merchant.signs(merchant.order({ items: [] }))).asControl()
  const changed = { ...signed, order: { ...signed.order, amount: money.amount(99) } }
  await checkout(changed).expectRefusal(400, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-03', 'signature of another order', async context => {
  const { merchant, checkout } = context
  await checkoutControl(context)
  const { signature } = merchant.signs(merchant.order())
  await checkout({ ...merchant.signs(merchant.order()), signature }).expectRefusal(400, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-03', 'signature that another order was accepted with', async context => {
  const { merchant, checkout } = context
  const accepted = merchant.signs(merchant.order())
  await checkout(accepted).asControl()
  const { signature } = accepted
  await checkout({ ...merchant.signs(merchant.order()), signature }).expectRefusal(400, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-03', 'order signed with a key that the body brings along', async context => {
  const { merchant, checkout } = context
  await checkoutControl(context)
  const key = generatePrivateKey()
  const { publicKey } = key
  // The document does not say whether unknown members are refused; a key among them must not be trusted.
  const keys = { publicKey, public_key: publicKey, key: publicKey }
  await checkout({ ...merchant.signs(merchant.order(), { key }), ...keys }).expectRefused()
  await checkoutControl(context)
})

clause('CHECKOUT-03', 'order signed with the key of another that the gateway knows', async context => {
  const { merchant, checkout, run } = context
  await checkoutControl(context)
  for (const name of ['merchant2', 'partner', 'app']) {
    const other = run.identities[name]
    if (other === undefined) continue
    await checkout(merchant.signs(merchant.order(), { key: other.key })).expectRefusal(400, 'INVALID_SIGNATURE')
  }
})

clause('CHECKOUT-12', "another merchant's order, signed by the caller", async context => {
  const { merchant, merchant2, checkout } = context
  await checkoutControl(context)
  await checkout(merchant.signs(merchant2.order())).expectClientError()
})

clause('CHECKOUT-12', "another merchant's order, signed by it", async context => {
  const { merchant2, checkout } = context
  await checkoutControl(context)
  await checkout(merchant2.signs(merchant2.order())).expectClientError()
})
