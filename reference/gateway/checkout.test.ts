import { describe, expect, test } from 'vitest'
import { isObject } from '../../protocol/json/json.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { verifyPayload } from '../../protocol/signature/payload.ts'
import type { Order } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import { actors, publicKeyOf, sign } from './actors.test.support.ts'
import { type Fixture, fixture } from './fixture.test.support.ts'

const codeOf = async (on: Fixture, order: Order, more: object = {}, caller: number = actors.merchant) => {
  const { status, body } = await on.call(caller, '/orders/checkout', on.checkoutRequest(order, more))
  return status === 200 ? 'accepted' : `${status} ${body.error?.code}`
}

describe('GET /metadata.json', () => {
  test('fits its schema and verifies with its own key', async () => {
    const { status, body } = await fixture().get('/metadata.json')
    expect(status).toBe(200)
    expect(violations('metadata', body)).toEqual([])
    const config = isObject(body.config) ? body.config : {}
    const signer = { publicKey: publicKeyOf(actors.gateway), dialect: referenceProfile }
    expect(verifyPayload(config, body.signature, signer)).toBe(true)
    expect(config.settlement).toEqual({ currencies: ['USD', 'EUR', 'JPY', 'KWD'], accepts: [1001, 5001] })
  })
})

describe('POST /orders/checkout', () => {
  test('gives the address of a page below the endpoint, with an id that cannot be guessed', async () => {
    const on = fixture()
    const { status, body } = await on.call(actors.merchant, '/orders/checkout', on.checkoutRequest(on.order()))
    expect(status).toBe(200)
    expect(body.redirect_url).toMatch(/^https:\/\/gateway\.example\/api\/checkout\/[0-9a-f]{64}$/)
  })

  test('answers each condition with its code', async () => {
    const on = fixture()
    const order = on.order()
    const partnerOrder = on.order({ ocid: actors.partner })
    expect(await codeOf(on, order)).toBe('accepted')
    expect(await codeOf(on, partnerOrder, {}, actors.partner)).toBe('401 MERCHANT_NOT_REGISTERED')
    expect(await codeOf(on, order, {}, actors.unassigned)).toBe('401 MERCHANT_NOT_REGISTERED')
    expect(await codeOf(on, order, {}, actors.stranger)).toBe('401 MERCHANT_NOT_REGISTERED')
    expect(await codeOf(on, order, { signature: sign(order, actors.app) })).toBe('400 INVALID_SIGNATURE')
    expect(await codeOf(on, on.order({ expiresAt: on.now() - 86_400 }))).toBe('400 ORDER_EXPIRED')
    expect(await codeOf(on, on.order({ accepts: [1002] }))).toBe('400 SETTLEMENT_NOT_SUPPORTED')
    expect(await codeOf(on, on.order({ accepts: [] }))).toBe('400 SETTLEMENT_NOT_SUPPORTED')
    expect(await codeOf(on, on.order({ currency: 'SEK' }))).toBe('400 CURRENCY_NOT_SUPPORTED')
    for (const amount of ['0', '0.00', '1.005', '10000000000.01'])
      expect(await codeOf(on, on.order({ amount }))).toBe('400 AMOUNT_NOT_ACCEPTED')
    expect(await codeOf(on, on.order({ ocid: actors.merchant2 }), { signature: 'x' })).toBe('400 INVALID_SIGNATURE')
  })

  test('accepts an order that has not expired, in every currency', async () => {
    const on = fixture()
    expect(await codeOf(on, on.order({ expiresAt: on.now() + 1 }))).toBe('accepted')
    for (const [currency, amount] of [
      ['USD', '1000000'],
      ['EUR', '1.50'],
      ['JPY', '1234'],
      ['KWD', '1.234'],
    ])
      expect(await codeOf(on, on.order({ currency: String(currency), amount: String(amount) }))).toBe('accepted')
  })

  test('of several conditions, the first in the documented order decides', async () => {
    const on = fixture()
    const faults = [
      { code: '400 INVALID_SIGNATURE', of: {}, more: { signature: '00'.repeat(64) } },
      { code: '400 ORDER_EXPIRED', of: { expiresAt: 1 }, more: {} },
      { code: '400 SETTLEMENT_NOT_SUPPORTED', of: { accepts: [9] }, more: {} },
      { code: '400 CURRENCY_NOT_SUPPORTED', of: { currency: 'SEK' }, more: {} },
      { code: '400 AMOUNT_NOT_ACCEPTED', of: { amount: '0' }, more: {} },
    ]
    for (let subset = 1; subset < 1 << faults.length; subset++) {
      const chosen = faults.filter((_, at) => subset & (1 << at))
      const order = on.order(Object.assign({}, ...chosen.map(fault => fault.of)))
      const more = Object.assign({}, ...chosen.map(fault => fault.more))
      expect(await codeOf(on, order, more)).toBe(chosen[0]?.code)
      const theirs = { ...order, ocid: actors.partner }
      expect(await codeOf(on, theirs, more, actors.partner)).toBe('401 MERCHANT_NOT_REGISTERED')
    }
  })

  test('a merchant is known by the registered key, not by the one it publishes', async () => {
    const on = fixture()
    const order = on.order({ ocid: actors.merchant2 })
    expect(await codeOf(on, order, {}, actors.merchant2)).toBe('accepted')
    expect(await codeOf(on, order, { signature: sign(order, actors.app) }, actors.merchant2)).toBe(
      '400 INVALID_SIGNATURE',
    )
  })

  test('the signature covers undocumented members, but not the order of keys', async () => {
    const on = fixture()
    const order = { ...on.order(), extra: { z: 1, a: [true, null] } }
    const shuffled = Object.fromEntries(Object.entries(order).reverse()) as typeof order
    expect(await codeOf(on, shuffled, { signature: sign(order, actors.merchant) })).toBe('accepted')
    const changed = { ...order, id: 'other', extra: { z: 2 } }
    expect(await codeOf(on, changed, { signature: sign(order, actors.merchant) })).toBe('400 INVALID_SIGNATURE')
  })

  test('the same order gets a new session, a different order under its id does not', async () => {
    const on = fixture()
    const order = on.order()
    const first = await on.call(actors.merchant, '/orders/checkout', on.checkoutRequest(order))
    const second = await on.call(actors.merchant, '/orders/checkout', on.checkoutRequest(order))
    expect(second.status).toBe(200)
    expect(second.body.redirect_url).not.toBe(first.body.redirect_url)
    expect(await codeOf(on, { ...order, amount: '99.00' })).toBe('400 INVALID_REQUEST')
    expect(await codeOf(on, { ...order, ocid: actors.merchant2 }, {}, actors.merchant2)).toBe('accepted')
  })

  test('customers are sent to web addresses only, and merchants check out their own orders', async () => {
    const on = fixture()
    const order = on.order()
    for (const completed of ['javascript:alert(1)', 'data:text/html,x', 'ftp://shop.example/', 'https:shop'])
      expect(await codeOf(on, order, { urls: { ...on.urls('x'), completed } })).toBe('400 INVALID_REQUEST')
    expect(await codeOf(on, order, { urls: undefined })).toBe('400 INVALID_REQUEST')
    const theirs = on.order({ ocid: actors.merchant2 })
    expect(await codeOf(on, theirs, { signature: sign(theirs, actors.merchant) })).toBe('400 INVALID_REQUEST')
  })

  test('a body of another shape is refused with its violations', async () => {
    const on = fixture()
    const { status, body } = await on.call(actors.merchant, '/orders/checkout', { order: { id: 7 } })
    expect(status).toBe(400)
    expect(body.error?.code).toBe('INVALID_REQUEST')
    const found = body.error?.details.violations
    expect(Array.isArray(found) && found.length).toBeGreaterThan(1)
    expect(Array.isArray(found) && found[0]).toEqual({ path: expect.any(String), message: expect.any(String) })
  })
})
