import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { referenceProfile } from '../../protocol/profile.ts'
import { verifyPayload } from '../../protocol/signature/payload.ts'
import { violations } from '../../schemas/validate.ts'
import { actors, publicKeyOf } from './actors.test.support.ts'
import { type Fixture, fixture } from './fixture.test.support.ts'

const request = (more: object = {}) => ({
  from: { ocid: actors.partner, reference: 'customer 7' },
  to: { ocid: actors.purse, reference: 'order-1' },
  amount: '10.00',
  currency: 'USD',
  ...more,
})

const codeOf = async (on: Fixture, more: object, caller: number = actors.partner) => {
  const { status, body } = await on.call(caller, '/transfer/create', request(more))
  return status === 200 ? 'accepted' : `${status} ${body.error?.code}`
}

const balance = (on: Fixture, key: string): string | undefined => new Map(on.store().balances).get(key)

describe('POST /transfer/create', () => {
  test('answers a proof that verifies, and verify answers the same', async () => {
    const on = fixture()
    const { status, body } = await on.call(actors.partner, '/transfer/create', request({ memo: 'rent' }))
    expect(status).toBe(200)
    expect(violations('signed-proof', body)).toEqual([])
    expect(body.proof).toEqual({
      ...request({ memo: 'rent' }),
      txid: expect.any(String),
      issuer: actors.gateway,
      timestamp: on.now(),
    })
    const signer = { publicKey: publicKeyOf(actors.gateway), dialect: referenceProfile }
    expect(verifyPayload(body.proof ?? null, body.signature, signer)).toBe(true)
    const { txid } = body.proof as { txid: string }
    expect((await on.get(`/verify/${txid}`)).body).toEqual({ status: 'completed', ...body })
    expect([balance(on, '3001 USD'), balance(on, '3011 USD')]).toEqual(['99000', '1000'])
  })

  test('the recipient recognizes it by to.reference, else by the order id', async () => {
    const on = fixture()
    const referenceOf = async (more: object) => {
      const { body } = await on.call(actors.partner, '/transfer/create', request(more))
      return (body.proof as { to: { reference?: string } }).to.reference
    }
    const to = { ocid: actors.purse }
    expect(await referenceOf({ order: { id: 'o-9' } })).toBe('order-1')
    expect(await referenceOf({ to, order: { id: 'o-9' } })).toBe('o-9')
    expect(await referenceOf({ to })).toBeUndefined()
  })

  test('answers each condition with its code, several with the first', async () => {
    const on = fixture()
    const missing = { from: { ocid: actors.app } }
    const foreign = { from: { ocid: actors.foreign } }
    const nowhere = { to: { ocid: actors.unassigned } }
    const much = { amount: '100000.00' }
    expect(await codeOf(on, missing)).toBe('400 ACCOUNT_NOT_FOUND')
    expect(await codeOf(on, foreign)).toBe('401 UNAUTHORIZED')
    expect(await codeOf(on, nowhere)).toBe('400 ACCOUNT_NOT_FOUND')
    expect(await codeOf(on, much)).toBe('402 INSUFFICIENT_FUNDS')
    expect(await codeOf(on, { ...missing, ...nowhere, ...much })).toBe('400 ACCOUNT_NOT_FOUND')
    expect(await codeOf(on, { ...foreign, ...nowhere, ...much })).toBe('401 UNAUTHORIZED')
    expect(await codeOf(on, { ...nowhere, ...much })).toBe('400 ACCOUNT_NOT_FOUND')
    expect(await codeOf(on, {}, actors.purse)).toBe('401 UNAUTHORIZED')
    expect(on.notifications()).toEqual([])
    expect(await codeOf(on, { amount: '1000.00' })).toBe('accepted')
  })

  test('currencies and amounts that an account cannot hold are refused', async () => {
    const on = fixture()
    for (const currency of ['SEK', 'KWD', 'EUR'])
      expect(await codeOf(on, { currency })).toBe('400 CURRENCY_NOT_SUPPORTED')
    for (const amount of ['0', '0.001', '10000000000.01'])
      expect(await codeOf(on, { amount })).toBe('400 AMOUNT_NOT_ACCEPTED')
    for (const amount of ['-1', '1e2', '', ' 1', '01', '+1', '1,00', 'NaN', '１'])
      expect(await codeOf(on, { amount })).toBe('400 INVALID_REQUEST')
  })

  test('the whole balance may go, and a cent more may not', async () => {
    const on = fixture()
    expect(await codeOf(on, { amount: '1000.01' })).toBe('402 INSUFFICIENT_FUNDS')
    expect(await codeOf(on, { amount: '1000.00' })).toBe('accepted')
    expect(await codeOf(on, { amount: '0.01' })).toBe('402 INSUFFICIENT_FUNDS')
  })

  test('of many concurrent transfers, as many succeed as the balance allows', async () => {
    const on = fixture()
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(on, { amount: '70.00' })))
    expect(codes.filter(code => code === 'accepted').length).toBe(14)
    expect(codes.filter(code => code === '402 INSUFFICIENT_FUNDS').length).toBe(6)
    expect([balance(on, '3001 USD'), balance(on, '3011 USD')]).toEqual(['2000', '98000'])
  })

  test('money is conserved over any series', async () => {
    const cents = fc.bigInt({ min: 1n, max: 30_000n })
    const steps = fc.array(fc.record({ cents, back: fc.boolean() }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(steps, async list => {
        const on = fixture()
        let purse = 0n
        for (const { cents, back } of list) {
          const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
          const sides = back ? { from: { ocid: actors.purse }, to: { ocid: actors.partner } } : {}
          const enough = (back ? purse : 100_000n - purse) >= cents
          const code = await codeOf(on, { amount, ...sides }, back ? actors.purse : actors.partner)
          expect(code).toBe(enough ? 'accepted' : '402 INSUFFICIENT_FUNDS')
          if (enough) purse += back ? -cents : cents
        }
        expect(balance(on, '3011 USD') ?? '0').toBe(String(purse))
      }),
      { numRuns: 15 },
    )
  })

  test('notifies an account with a webhook in the background', async () => {
    const on = fixture({ send: () => new Promise(() => {}) })
    const { status, body } = await on.call(
      actors.partner,
      '/transfer/create',
      request({ to: { ocid: actors.merchant } }),
    )
    expect(status).toBe(200)
    expect(on.notifications().map(({ message }) => message)).toEqual([body])
    await on.server.close()
  })
})
