import { generatePrivateKey } from '../../protocol/keys.ts'
import type { Order } from '../../schemas/messages.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { insideOnly } from '../harness/inside.ts'
import { blocked, holds } from '../harness/outcome.ts'
import type { Stage } from '../harness/stage.ts'
import { unsupportedCurrency } from './currencies.ts'
import { bitsOf } from './entropy.ts'
import { redirectOf, sessionIdOf } from './hosted.ts'

const day = 86_400

/** A correct order, checked out. */
const control = ({ checkout, merchant }: Stage) => checkout(merchant.signs(merchant.order())).asControl()

/** An order that ended so many seconds ago. */
const expired = ({ merchant, now }: Stage, seconds: number): Order =>
  merchant.order({ createdAt: now() - seconds - 3600, expiresAt: now() - seconds })

const suite = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

const givesAnAddress = async (stage: Stage, order: Order) => {
  const { checkout, merchant } = stage
  const { redirect_url } = await checkout(merchant.signs(order)).accepts<{ redirect_url: string }>('checkout-response')
  const isAbsolute = /^https?:\/\/[^/]/i.test(redirect_url) && URL.canParse(redirect_url)
  holds(isAbsolute, 'redirect_url is no absolute URI', { expected: 'http(s)://host/…', actual: redirect_url })
}

clause('CHECKOUT-01', 'valid order', stage => givesAnAddress(stage, stage.merchant.order()))

clause('CHECKOUT-01', 'valid order without optional members', async stage => {
  const { items: _items, memo: _memo, ...order } = stage.merchant.order()
  await givesAnAddress(stage, order)
})

clause('CHECKOUT-02', 'account holder that is no merchant', async stage => {
  const partner = stage.asMerchant(stage.partner)
  await control(stage)
  await stage.checkout(partner.signs(partner.order()), { as: partner }).refuses(401, 'MERCHANT_NOT_REGISTERED')
})

clause('CHECKOUT-03', 'order signed with another key', async stage => {
  const { merchant, checkout } = stage
  await control(stage)
  await checkout(merchant.signs(merchant.order(), { key: generatePrivateKey() })).refuses(400, 'INVALID_SIGNATURE')
  await control(stage)
})

clause('CHECKOUT-03', 'order changed after it was signed', async stage => {
  const { merchant, checkout, money } = stage
  await control(stage)
  const signed = merchant.signs(merchant.order())
  const changed = { ...signed, order: { ...signed.order, amount: money.amount(99) } }
  await checkout(changed).refuses(400, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-03', 'signature of another order', async stage => {
  const { merchant, checkout } = stage
  await control(stage)
  const { signature } = merchant.signs(merchant.order())
  await checkout({ ...merchant.signs(merchant.order()), signature }).refuses(400, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-03', 'order signed with a key that the body brings along', async stage => {
  const { merchant, checkout } = stage
  await control(stage)
  const key = generatePrivateKey()
  const { publicKey } = key
  // Whether members that nobody knows are refused is open: that none of them is believed is not.
  await checkout({
    ...merchant.signs(merchant.order(), { key }),
    publicKey,
    public_key: publicKey,
    key: publicKey,
  }).isRefused()
  await control(stage)
})

clause('CHECKOUT-04', 'expired a day ago', async stage => {
  await control(stage)
  await stage.checkout(stage.merchant.signs(expired(stage, day))).refuses(400, 'ORDER_EXPIRED')
  await control(stage)
})

clause('CHECKOUT-04', 'expired ten minutes ago', async stage => {
  await control(stage)
  await stage.checkout(stage.merchant.signs(expired(stage, 600))).refuses(400, 'ORDER_EXPIRED')
})

const withoutExpiry = ({ merchant }: Stage): Order => {
  const { expiresAt: _expiresAt, ...order } = merchant.order()
  return order
}

const expiringIn = ({ merchant, now }: Stage, seconds: number) => merchant.order({ expiresAt: now() + seconds })

clause('CHECKOUT-05', 'no expiry', async stage => {
  await control(stage)
  await stage.checkout(stage.merchant.signs(withoutExpiry(stage))).processes()
})

clause('CHECKOUT-05', 'expiry in the future', async stage => {
  await stage.checkout(stage.merchant.signs(withoutExpiry(stage))).asControl()
  for (const seconds of [120, 3600, 30 * day]) {
    await stage.checkout(stage.merchant.signs(expiringIn(stage, seconds))).processes()
  }
})

clause('CHECKOUT-06', 'accepts other gateways only', async stage => {
  const { merchant, checkout, ocid } = stage
  await checkout(merchant.signs(merchant.order({ accepts: [ocid + 1, ocid] }))).asControl()
  const others = merchant.order({ accepts: [ocid + 1, Number(`${ocid}0`)] })
  await checkout(merchant.signs(others)).refuses(400, 'SETTLEMENT_NOT_SUPPORTED')
})

clause('CHECKOUT-06', 'accepts nobody', async stage => {
  await control(stage)
  const nobody = stage.merchant.order({ accepts: [] })
  await stage.checkout(stage.merchant.signs(nobody)).refuses(400, 'SETTLEMENT_NOT_SUPPORTED')
})

clause('CHECKOUT-06', 'no list of accepted gateways', async stage => {
  await control(stage)
  const { accepts: _accepts, ...order } = stage.merchant.order()
  await stage.checkout(stage.merchant.signs(order)).refusesWith4xx()
})

clause('CHECKOUT-07', 'unsupported currency', async stage => {
  const currency = unsupportedCurrency(stage)
  await control(stage)
  await stage.checkout(stage.merchant.signs(stage.merchant.order({ currency }))).refusesWith4xx()
})

const bodies = {
  'no order': body => ({ ...body, order: undefined }),
  'order null': body => ({ ...body, order: null }),
  'no signature': body => ({ ...body, signature: undefined }),
  'signature null': body => ({ ...body, signature: null }),
} satisfies Record<string, (body: object) => object>

for (const [title, change] of Object.entries(bodies)) {
  clause('CHECKOUT-09', title, async stage => {
    await control(stage)
    await stage.checkout(change(stage.merchant.signs(stage.merchant.order()))).refusesWith4xx()
    await control(stage)
  })
}

/** Sessions of as many new orders, as addresses. */
const sessions = async (stage: Stage, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => redirectOf(stage, { json: await control(stage) })))

clause('CHECKOUT-10', 'one session id for each order', async stage => {
  const ids = (await sessions(stage, 3)).map(sessionIdOf)
  const isWhole = ids.every(id => id !== '') && new Set(ids).size === ids.length
  holds(isWhole, 'the last path element of redirect_url is no id of its own', {
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

clause('CHECKOUT-11', 'session ids that cannot be guessed', async stage => {
  const ids = tellingApart(await sessions(stage, 12))
  if (!isDistinct(ids)) blocked('two orders share a session (CHECKOUT-10)')
  const bits = Math.round(bitsOf(ids))
  holds(bits >= tellingBits, 'the session ids can be guessed', {
    expected: `ids that differ at random: at least ${tellingBits} bits show in 12 of them`,
    actual: `${bits} bits: ${ids
      .slice(0, 3)
      .map(id => id.slice(0, 80))
      .join(', ')}, …`,
  })
})

clause('CHECKOUT-12', "another merchant's order, signed by the caller", async stage => {
  const { merchant, merchant2, checkout } = stage
  await control(stage)
  await checkout(merchant.signs(merchant2.order())).refusesWith4xx()
})

clause('CHECKOUT-12', "another merchant's order, signed by it", async stage => {
  const { merchant2, checkout } = stage
  await control(stage)
  await checkout(merchant2.signs(merchant2.order())).refusesWith4xx()
})

clause('CHECKOUT-14', 'what a session holds', async () => insideOnly('CHECKOUT-14'))

clause('CHECKOUT-15', 'path of the hosted page', async stage => {
  const url = redirectOf(stage, { json: await control(stage) })
  const { pathname } = new URL(url)
  holds(/\/checkout\/[^/]+$/.test(pathname), 'the hosted page is at another path', {
    expected: '…/checkout/{sessionId}',
    actual: pathname,
  })
})

/** POST /orders/checkout: what is taken and what is refused. Heading: POST /orders/checkout. */
export const checkout = whereDeclared(suite)
