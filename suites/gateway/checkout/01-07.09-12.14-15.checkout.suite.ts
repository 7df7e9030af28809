import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { endNotObservable } from '../../../harness/not-observable.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import type { Order } from '../../../schemas/messages.ts'
import { redirectOf, sessionIdOf } from '../../support/gateway/checkout-session.ts'
import { unsupportedCurrency } from '../../support/gateway/currencies.ts'
import { bitsOf } from '../../support/gateway/entropy.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const day = 86_400

/** A correct order, checked out. */
const control = ({ checkout, merchant }: CheckContext) => checkout(merchant.signs(merchant.order())).asControl()

/** An order that ended so many seconds ago. */
const expired = ({ merchant, now }: CheckContext, seconds: number): Order =>
  merchant.order({ createdAt: now() - seconds - 3600, expiresAt: now() - seconds })

const suite = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

const givesAnAddress = async (context: CheckContext, order: Order) => {
  const { checkout, merchant } = context
  const { redirect_url } = await checkout(merchant.signs(order)).expectAccepted<{ redirect_url: string }>(
    'checkout-response',
  )
  const isAbsolute = /^https?:\/\/[^/]/i.test(redirect_url) && URL.canParse(redirect_url)
  expectThat(isAbsolute, 'redirect_url is no absolute URI', { expected: 'http(s)://host/…', actual: redirect_url })
}

clause('CHECKOUT-01', 'valid order', context => givesAnAddress(context, context.merchant.order()))

clause('CHECKOUT-01', 'valid order without optional members', async context => {
  const { items: _items, memo: _memo, ...order } = context.merchant.order()
  await givesAnAddress(context, order)
})

clause('CHECKOUT-02', 'account holder that is no merchant', async context => {
  const partner = context.asMerchant(context.partner)
  await control(context)
  await context.checkout(partner.signs(partner.order()), { as: partner }).expectRefusal(401, 'MERCHANT_NOT_REGISTERED')
})

clause('CHECKOUT-03', 'order signed with another key', async context => {
  const { merchant, checkout } = context
  await control(context)
  await checkout(merchant.signs(merchant.order(), { key: generatePrivateKey() })).expectRefusal(
    400,
    'INVALID_SIGNATURE',
  )
  await control(context)
})

clause('CHECKOUT-03', 'order changed after it was signed', async context => {
  const { merchant, checkout, money } = context
  await control(context)
  const signed = merchant.signs(merchant.order())
  const changed = { ...signed, order: { ...signed.order, amount: money.amount(99) } }
  await checkout(changed).expectRefusal(400, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-03', 'signature of another order', async context => {
  const { merchant, checkout } = context
  await control(context)
  const { signature } = merchant.signs(merchant.order())
  await checkout({ ...merchant.signs(merchant.order()), signature }).expectRefusal(400, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-03', 'order signed with a key that the body brings along', async context => {
  const { merchant, checkout } = context
  await control(context)
  const key = generatePrivateKey()
  const { publicKey } = key
  // Whether members that nobody knows are refused is open: that none of them is believed is not.
  await checkout({
    ...merchant.signs(merchant.order(), { key }),
    publicKey,
    public_key: publicKey,
    key: publicKey,
  }).expectRefused()
  await control(context)
})

clause('CHECKOUT-04', 'expired a day ago', async context => {
  await control(context)
  await context.checkout(context.merchant.signs(expired(context, day))).expectRefusal(400, 'ORDER_EXPIRED')
  await control(context)
})

clause('CHECKOUT-04', 'expired ten minutes ago', async context => {
  await control(context)
  await context.checkout(context.merchant.signs(expired(context, 600))).expectRefusal(400, 'ORDER_EXPIRED')
})

const withoutExpiry = ({ merchant }: CheckContext): Order => {
  const { expiresAt: _expiresAt, ...order } = merchant.order()
  return order
}

const expiringIn = ({ merchant, now }: CheckContext, seconds: number) => merchant.order({ expiresAt: now() + seconds })

clause('CHECKOUT-05', 'no expiry', async context => {
  await control(context)
  await context.checkout(context.merchant.signs(withoutExpiry(context))).expectProcessed()
})

clause('CHECKOUT-05', 'expiry in the future', async context => {
  await context.checkout(context.merchant.signs(withoutExpiry(context))).asControl()
  for (const seconds of [120, 3600, 30 * day]) {
    await context.checkout(context.merchant.signs(expiringIn(context, seconds))).expectProcessed()
  }
})

clause('CHECKOUT-06', 'accepts other gateways only', async context => {
  const { merchant, checkout, ocid } = context
  await checkout(merchant.signs(merchant.order({ accepts: [ocid + 1, ocid] }))).asControl()
  const others = merchant.order({ accepts: [ocid + 1, Number(`${ocid}0`)] })
  await checkout(merchant.signs(others)).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
})

clause('CHECKOUT-06', 'accepts nobody', async context => {
  await control(context)
  const nobody = context.merchant.order({ accepts: [] })
  await context.checkout(context.merchant.signs(nobody)).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
})

clause('CHECKOUT-06', 'no list of accepted gateways', async context => {
  await control(context)
  const { accepts: _accepts, ...order } = context.merchant.order()
  await context.checkout(context.merchant.signs(order)).expectClientError()
})

clause('CHECKOUT-07', 'unsupported currency', async context => {
  const currency = unsupportedCurrency(context)
  await control(context)
  await context.checkout(context.merchant.signs(context.merchant.order({ currency }))).expectClientError()
})

const bodies = {
  'no order': body => ({ ...body, order: undefined }),
  'order null': body => ({ ...body, order: null }),
  'no signature': body => ({ ...body, signature: undefined }),
  'signature null': body => ({ ...body, signature: null }),
} satisfies Record<string, (body: object) => object>

for (const [title, change] of Object.entries(bodies)) {
  clause('CHECKOUT-09', title, async context => {
    await control(context)
    await context.checkout(change(context.merchant.signs(context.merchant.order()))).expectClientError()
    await control(context)
  })
}

/** Sessions of as many new orders, as addresses. */
const sessions = async (context: CheckContext, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => redirectOf(context, { json: await control(context) })))

clause('CHECKOUT-10', 'one session id for each order', async context => {
  const ids = (await sessions(context, 3)).map(sessionIdOf)
  const isWhole = ids.every(id => id !== '') && new Set(ids).size === ids.length
  expectThat(isWhole, 'the last path element of redirect_url is no id of its own', {
    expected: 'an id that no other order has',
    actual: ids,
  })
})

const tellingBits = 40

/** The ids; where they are not what tells the sessions apart (CHECKOUT-10), the whole addresses. */
const tellingApart = (addresses: string[]): string[] => {
  const ids = addresses.map(sessionIdOf)
  return isDistinct(ids) ? ids : addresses
}

const isDistinct = (texts: string[]) => new Set(texts).size === texts.length

clause('CHECKOUT-11', 'session ids that cannot be guessed', async context => {
  const ids = tellingApart(await sessions(context, 12))
  if (!isDistinct(ids)) blocked('two orders share a session (CHECKOUT-10)')
  const bits = Math.round(bitsOf(ids))
  expectThat(bits >= tellingBits, 'the session ids can be guessed', {
    expected: `ids that differ at random: at least ${tellingBits} bits show in 12 of them`,
    actual: `${bits} bits: ${ids
      .slice(0, 3)
      .map(id => id.slice(0, 80))
      .join(', ')}, …`,
  })
})

clause('CHECKOUT-12', "another merchant's order, signed by the caller", async context => {
  const { merchant, merchant2, checkout } = context
  await control(context)
  await checkout(merchant.signs(merchant2.order())).expectClientError()
})

clause('CHECKOUT-12', "another merchant's order, signed by it", async context => {
  const { merchant2, checkout } = context
  await control(context)
  await checkout(merchant2.signs(merchant2.order())).expectClientError()
})

clause('CHECKOUT-14', 'what a session holds', async () => endNotObservable('CHECKOUT-14'))

clause('CHECKOUT-15', 'path of the hosted page', async context => {
  const url = redirectOf(context, { json: await control(context) })
  const { pathname } = new URL(url)
  expectThat(/\/checkout\/[^/]+$/.test(pathname), 'the hosted page is at another path', {
    expected: '…/checkout/{sessionId}',
    actual: pathname,
  })
})

/** POST /orders/checkout: what is taken and what is refused. Heading: POST /orders/checkout. */
export const checkout = whereDeclared(suite)
