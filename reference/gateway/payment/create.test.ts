import { describe, expect, test } from 'vitest'
import type { Proof } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { actors, sign } from '../actors.test.support.ts'
import { type Answered, type Fixture, fixture } from '../fixture.test.support.ts'

const request = (more: object = {}) => ({
  to: actors.merchant,
  amount: '20.00',
  currency: 'USD',
  memo: 'trip',
  ...more,
})

const create = async (on: Fixture, more: object = {}): Promise<string> => {
  const { body } = await on.call(actors.app, '/payment/create', request(more))
  return String(body.txid)
}

const codeOf = ({ status, body }: Answered): string => (status === 200 ? 'accepted' : `${status} ${body.error?.code}`)

const providerProof = (on: Fixture, reference: string, more: Partial<Proof> = {}): Proof => ({
  txid: 'p-1',
  issuer: actors.provider,
  from: { ocid: actors.app, reference: 'a' },
  to: { ocid: actors.merchant, reference },
  amount: '20.0',
  currency: 'USD',
  timestamp: on.now(),
  ...more,
})

const settle = (on: Fixture, txid: string, proof: Proof, signer: number = actors.provider) =>
  on.call(actors.app, '/payment/settle', { txid, proof, signature: sign(proof, signer) })

describe('POST /payment/create', () => {
  test('gives a pending payment, and verify shows it until it expires', async () => {
    const on = fixture()
    const { status, body } = await on.call(actors.app, '/payment/create', request())
    expect(status).toBe(200)
    expect(violations('payment-response', body)).toEqual([])
    const createdAt = on.now()
    const expiresAt = createdAt + 3600
    const known = { txid: body.txid, amount: '20.00', currency: 'USD', expiresAt }
    expect(body).toEqual({ status: 'pending_settlement', ...known, settlement: { accepts: [1001, 5001] } })
    await on.time.advance(3_599_000)
    expect((await on.get(`/verify/${body.txid}`)).body).toEqual({ status: 'pending', ...known, createdAt })
    await on.time.advance(1000)
    expect((await on.get(`/verify/${body.txid}`)).body).toEqual({ status: 'expired', txid: body.txid })
    expect(on.sent).toEqual([])
  })

  test('keeps a given expiresAt, and gives each payment its own txid', async () => {
    const on = fixture()
    const expiresAt = on.now() + 5
    const [first, second] = [await create(on, { expiresAt }), await create(on, { expiresAt })]
    expect(first).not.toBe(second)
    expect((await on.get(`/verify/${first}`)).body.expiresAt).toBe(expiresAt)
  })

  test('refuses a payment that cannot be made', async () => {
    const on = fixture()
    const refused = async (more: object) => codeOf(await on.call(actors.app, '/payment/create', request(more)))
    expect(await refused({ to: actors.unassigned })).toBe('400 MERCHANT_NOT_REGISTERED')
    expect(await refused({ to: actors.stranger })).toBe('400 MERCHANT_NOT_REGISTERED')
    expect(await refused({ currency: 'SEK' })).toBe('400 CURRENCY_NOT_SUPPORTED')
    expect(await refused({ amount: '0.00' })).toBe('400 AMOUNT_NOT_ACCEPTED')
    expect(await refused({ expiresAt: on.now() })).toBe('400 INVALID_REQUEST')
    expect(await refused({ to: '2001' })).toBe('400 INVALID_REQUEST')
  })
})

describe('POST /payment/settle', () => {
  test('turns a settlement proof into the gateway’s own, notifies the merchant, and is idempotent', async () => {
    const on = fixture()
    const txid = await create(on, { order: { id: 'o-1' } })
    const proof = providerProof(on, 'o-1')
    const first = await settle(on, txid, proof)
    expect(first.status).toBe(200)
    expect(violations('settle-response', first.body)).toEqual([])
    expect(first.body.proof).toMatchObject({
      txid,
      issuer: actors.gateway,
      from: { ocid: actors.provider, reference: 'p-1' },
      to: { ocid: actors.merchant, reference: 'o-1' },
      amount: '20.00',
      memo: 'trip',
    })
    expect((await settle(on, txid, proof)).body).toEqual(first.body)
    expect((await on.get(`/verify/${txid}`)).body).toEqual(first.body)
    expect(on.notifications().map(({ message }) => message.proof)).toEqual([first.body.proof])
  })

  test('refuses each wrong proof with its code', async () => {
    const on = fixture()
    const txid = await create(on, { order: { id: 'o-1' } })
    const right = providerProof(on, 'o-1')
    const wrong = async (more: Partial<Proof>) => codeOf(await settle(on, txid, { ...right, ...more }))
    expect(codeOf(await settle(on, 'unknown', right))).toBe('404 TXID_NOT_FOUND')
    expect(codeOf(await settle(on, txid, right, actors.app))).toBe('400 PROOF_SIGNATURE_INVALID')
    expect(await wrong({ issuer: actors.partner })).toBe('400 ISSUER_NOT_ACCEPTED')
    expect(await wrong({ issuer: actors.gateway })).toBe('400 PROOF_SIGNATURE_INVALID')
    expect(await wrong({ to: { ocid: actors.merchant2, reference: 'o-1' } })).toBe('400 INVALID_PROOF')
    expect(await wrong({ to: { ocid: actors.merchant, reference: 'o-2' } })).toBe('400 INVALID_PROOF')
    expect(await wrong({ amount: '20.01' })).toBe('400 INVALID_PROOF')
    expect(await wrong({ currency: 'EUR' })).toBe('400 INVALID_PROOF')
    expect(codeOf(await settle(on, txid, right))).toBe('accepted')
    expect(await wrong({ txid: 'p-2' })).toBe('400 INVALID_PROOF')
  })

  test('a proof settles one payment, and no expired one', async () => {
    const on = fixture()
    const txids = [await create(on, { reference: 'r' }), await create(on, { reference: 'r' })]
    const answers = await Promise.all(txids.map(txid => settle(on, txid, providerProof(on, 'r'))))
    expect(answers.map(codeOf).sort()).toEqual(['400 INVALID_PROOF', 'accepted'])
    const late = await create(on, { reference: 'late' })
    await on.time.advance(3_600_000)
    const proof = providerProof(on, 'late', { txid: 'p-3' })
    expect(codeOf(await settle(on, late, proof))).toBe('400 PAYMENT_EXPIRED')
  })

  test('a proof is refused if the key of its issuer cannot be read', async () => {
    const on = fixture({ send: async () => ({ status: 200, text: '{"config":{}' }) })
    const txid = await create(on)
    expect(codeOf(await settle(on, txid, providerProof(on, txid)))).toBe('400 PROOF_SIGNATURE_INVALID')
  })
})
