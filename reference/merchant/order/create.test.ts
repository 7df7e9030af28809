import { describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import { referenceProfile } from '../../../protocol/profile.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { actors, type Fixture, fixture, keyOf, outcomeOf } from '../fixture.test.support.ts'

const signer = { publicKey: keyOf(actors.merchant).publicKey, dialect: referenceProfile }

const codeOf = async (on: Fixture, more: object): Promise<string> =>
  outcomeOf(await on.create({ ...on.request(), ...more }))

const full = (on: Fixture): OrderRequest => ({
  ...on.request(),
  reference: 'R 1 ',
  items: [{ id: 'i', name: 'Чай 🍵 \u0001"\\', quantity: 2, price: '6.150', size: ['L', null, 1.5] } as never],
  memo: ' e\u0301 and é ',
  expiresAt: on.now(),
})

describe('GET /metadata.json', () => {
  test('fits its schema, verifies with its own key, and settles nothing', async () => {
    const body = (await fixture().get('/metadata.json')).json() as JsonObject
    expect(violations('metadata', body)).toEqual([])
    const config = isObject(body.config) ? body.config : {}
    expect(verifyPayload(config, body.signature, signer)).toBe(true)
    expect(config).not.toHaveProperty('settlement')
    expect(config.endpoint).toBe('https://merchant.example/api/')
    expect(config.capabilities).toEqual(['orders.create'])
  })
})

describe('POST /orders/create', () => {
  test('signs every member of the request unchanged, with createdAt and accepts', async () => {
    const on = fixture()
    const asked = { ...full(on), undocumented: { z: [{}], a: 1 } }
    const { status, body } = await on.create(asked)
    expect(status).toBe(200)
    expect(violations('signed-order', body)).toEqual([])
    const accepts = [actors.gateway, actors.rotating, actors.unlisted]
    expect(body.order).toEqual({ ...asked, createdAt: on.now(), accepts })
    expect(verifyPayload(body.order ?? null, body.signature, signer)).toBe(true)
    const address = `https://merchant.example/api/orders/${asked.id}`
    const urls = { order: [address], completed: `${address}/completed`, cancelled: `${address}/cancelled` }
    expect(body.urls).toEqual(urls)
  })

  test('createdAt and accepts are the merchant’s, whatever was sent', async () => {
    const on = fixture()
    const { body } = await on.create({ ...on.request(), createdAt: 1, accepts: [actors.gateway2] })
    expect(body.order).toMatchObject({
      createdAt: on.now(),
      accepts: [actors.gateway, actors.rotating, actors.unlisted],
    })
  })

  test('the same request gives the same order, a different one under its id is refused', async () => {
    const on = fixture()
    const asked = full(on)
    const first = await on.create(asked)
    await on.time.advance(5_000)
    const shuffled = Object.fromEntries(Object.entries(asked).reverse())
    expect(await on.create(shuffled)).toEqual(first)
    expect(await codeOf(on, { ...asked, memo: 'other' })).toBe('400 INVALID_REQUEST')
    expect(await codeOf(on, { ...asked, amount: '12.3' })).toBe('400 INVALID_REQUEST')
    expect(on.store().orders.length).toBe(1)
  })

  test('of different orders under one id at one moment a single one is signed', async () => {
    const on = fixture()
    const asked = on.request()
    const answers = await Promise.all(['1.00', '2.00', '3.00'].map(amount => on.create({ ...asked, amount })))
    expect(answers.map(outcomeOf).sort()).toEqual(['400 INVALID_REQUEST', '400 INVALID_REQUEST', 'created'])
  })

  test.each<[string, object]>([
    ['/ocid', { ocid: actors.gateway }],
    ['/id', { id: '' }],
    ['/id', { id: '..' }],
    ['/id', { id: 'я'.repeat(400) }],
    ['/amount', { amount: '0.00' }],
    ['/amount', { amount: '1.001' }],
    ['/amount', { amount: '1.5', currency: 'JPY' }],
    ['/amount', { amount: '-1' }],
    ['/currency', { currency: 'SEK' }],
    ['/currency', { currency: 'XAU' }],
    ['/currency', { currency: 'usd' }],
    ['/expiresAt', { expiresAt: 1_799_999_999 }],
    ['/expiresAt', { expiresAt: '2027-01-01' }],
    ['/items/0/quantity', { items: [{ id: 'i', name: 'n', quantity: 1.5, price: '1' }] }],
  ])('refuses %s of %j, and says so', async (path, more) => {
    const on = fixture()
    const { status, body } = await on.create({ ...on.request(), ...more })
    expect([status, body.error?.code]).toEqual([400, 'INVALID_REQUEST'])
    expect(body.error?.details.violations).toEqual([{ path, message: expect.any(String) }])
    expect(on.store().orders).toEqual([])
  })

  test('every required member is required', async () => {
    const on = fixture()
    for (const name of ['id', 'ocid', 'amount', 'currency'])
      expect(await codeOf(on, { [name]: undefined })).toBe('400 INVALID_REQUEST')
    expect(await codeOf(on, { amount: '1.001', currency: 'KWD' })).toBe('created')
  })

  test('only provisioned callers and those with metadata are known', async () => {
    const on = fixture()
    const by = async (caller: number) => outcomeOf(await on.call(caller, '/orders/create', on.request()))
    expect(await by(actors.app)).toBe('created')
    expect(on.sent).toEqual([])
    expect(await by(actors.newcomer)).toBe('created')
    expect(await by(actors.unassigned)).toBe('401 UNKNOWN_OCID')
  })
})

describe('the addresses of an order', () => {
  const ids = [
    ...['a/b', 'a%2Fb', 'é 🍵', '?x#y', '...', 'create', 'completed', ':id', '*', '__proto__', '%', '%%20', '+', 'a;b'],
    ...['\\', '\u0001', 'x'.repeat(2_000)],
  ]

  test.each(ids)('%j leads to the order that was signed', async id => {
    const on = fixture()
    const signed = await on.order({ id })
    expect(violations('signed-order', signed)).toEqual([])
    const { pathname } = new URL(signed.urls.order[0] ?? '')
    const shown = await on.get(pathname.replace('/api', ''))
    expect([shown.statusCode, shown.json()]).toEqual([200, signed])
  })

  test('an unknown order is nowhere', async () => {
    const on = fixture()
    const shown = await on.get('/orders/unknown')
    expect([shown.statusCode, shown.json().error.code]).toEqual([404, 'NOT_FOUND'])
    for (const page of ['completed', 'cancelled'])
      expect((await on.get(`/orders/unknown/${page}`)).statusCode).toBe(404)
  })

  test('the pages for the customer are quiet, and know whether the order is paid', async () => {
    const on = fixture()
    const order = await on.order()
    const page = async (name: string) => {
      const { statusCode, headers, body } = await on.get(`/orders/${order.order.id}/${name}`)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      return body
    }
    expect(await page('completed')).toContain('being confirmed')
    await on.deliver(on.signed(on.proof(order)))
    expect(await page('completed')).toContain('is paid')
    expect(await page('cancelled')).toContain('No payment was made')
  })
})
