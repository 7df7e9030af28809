import { describe, expect, test } from 'vitest'
import type { Proof } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { actors, type Fixture, fixture, keyOf, outcomeOf } from '../fixture.test.support.ts'
import { currencyDiffers, objections } from './objections.ts'
import { webhookRules } from './rules.ts'

const outcome = async (on: Fixture, message: unknown, sender?: number) => outcomeOf(await on.deliver(message, sender))

describe('POST /transfer/webhook', () => {
  test('accepts a valid proof, and the same one again', async () => {
    const on = fixture()
    const signed = on.signed(on.proof(await on.order()))
    const first = await on.deliver(signed)
    expect(violations('webhook-response', first.body)).toEqual([])
    expect(first).toEqual({ status: 200, body: { status: 'accepted', txid: signed.proof.txid } })
    const shuffled = Object.fromEntries(Object.entries(signed.proof).reverse())
    expect(await on.deliver({ ...signed, proof: shuffled })).toEqual(first)
    expect(await on.deliver(signed, actors.rotating)).toEqual(first)
  })

  test('equal amounts are equal numbers', async () => {
    const on = fixture()
    for (const amount of ['12.3', '12.30', '12.3000'])
      expect(await outcome(on, on.signed(on.proof(await on.order(), { amount })))).toBe('accepted')
  })

  test('every subset of the refused conditions shows the first', async () => {
    const on = fixture()
    const order = await on.order()
    const faults = [
      { code: '400 ISSUER_NOT_ACCEPTED', of: { issuer: actors.gateway2 } },
      { code: '400 PROOF_SIGNATURE_INVALID', of: {}, key: keyOf(actors.app) },
      { code: '400 INVALID_PROOF', of: { to: { ocid: actors.app, reference: order.order.id } } },
    ]
    for (let subset = 1; subset < 1 << faults.length; subset++) {
      const chosen = faults.filter((_, at) => subset & (1 << at))
      const proof = on.proof(order, Object.assign({}, ...chosen.map(fault => fault.of)))
      const signed = on.signed(proof, chosen.find(fault => fault.key)?.key)
      for (const sender of [actors.gateway, actors.gateway2])
        expect(await outcome(on, signed, sender)).toBe(chosen[0]?.code)
    }
    expect(on.sent.some(({ url }) => url.includes(String(actors.gateway2)))).toBe(false)
    expect(await outcome(on, on.signed(on.proof(order)))).toBe('accepted')
  })

  test('a proof that does not pay its order is rejected with a message, and the right one still pays', async () => {
    const on = fixture()
    const order = await on.order()
    const wrong: Partial<Proof>[] = [
      ...[{ amount: '12.29' }, { amount: '12.31' }, { amount: '1230' }, { amount: '12.30000000000000000001' }],
      ...[
        { currency: 'EUR' },
        { to: { ocid: actors.merchant, reference: 'unknown' } },
        { to: { ocid: actors.merchant } },
      ],
    ]
    for (const more of wrong) {
      const proof = on.proof(order, more)
      const { status, body } = await on.deliver(on.signed(proof))
      expect([status, body]).toEqual([200, { status: 'rejected', txid: proof.txid, message: expect.any(String) }])
    }
    expect(await outcome(on, on.signed(on.proof(order)))).toBe('accepted')
  })

  test('another proof for a paid order is rejected, and a transaction pays one order only', async () => {
    const on = fixture()
    const [order, other] = [await on.order(), await on.order()]
    const proof = on.proof(order)
    expect(await outcome(on, on.signed(proof))).toBe('accepted')
    const second = await on.deliver(on.signed(on.proof(order, { txid: 'second' })))
    expect(second.body).toEqual({
      status: 'rejected',
      txid: 'second',
      message: 'The order is already paid, or the transaction has paid another.',
    })
    const changed = { ...proof, timestamp: proof.timestamp + 1 }
    expect(await outcome(on, on.signed(changed))).toBe('rejected')
    expect(await outcome(on, on.signed(on.proof(other, { txid: proof.txid })))).toBe('rejected')
    expect(on.store().orders[0]?.payment).toMatchObject({ txid: proof.txid, timestamp: proof.timestamp })
  })

  test('of different proofs at one moment a single one is accepted; of the same one, all', async () => {
    const on = fixture()
    const order = await on.order()
    const proofs = Array.from({ length: 8 }, () => on.signed(on.proof(order)))
    const outcomes = await Promise.all([...proofs, ...proofs].map(signed => outcome(on, signed)))
    expect(outcomes.filter(one => one === 'accepted').length).toBe(2)
    expect(outcomes.filter(one => one === 'rejected').length).toBe(14)
    const again = on.signed(on.proof(await on.order()))
    expect(await Promise.all([again, again, again].map(signed => outcome(on, signed)))).toEqual(
      Array(3).fill('accepted'),
    )
  })

  test('the signature covers every member, and is well formed', async () => {
    const on = fixture()
    const order = await on.order()
    const signed = on.signed({ ...on.proof(order, { memo: 'm' }), extra: { deep: [1] } } as Proof)
    const refused = '400 PROOF_SIGNATURE_INVALID'
    for (const change of [{ memo: 'n' }, { extra: { deep: [2] } }, { more: 1 }, { from: { ocid: 1, reference: 's' } }])
      expect(await outcome(on, { ...signed, proof: { ...signed.proof, ...change } })).toBe(refused)
    for (const signature of ['', '00', '0'.repeat(128), 'f'.repeat(128), 'zz'.repeat(64), `${signed.signature}00`])
      expect(await outcome(on, { ...signed, signature })).toBe(refused)
    expect(await outcome(on, signed)).toBe('accepted')
  })

  test('proof, signature and every required member are required', async () => {
    const on = fixture()
    const signed = on.signed(on.proof(await on.order()))
    const invalid = '400 INVALID_REQUEST'
    for (const message of [{ proof: signed.proof }, { signature: signed.signature }, { proof: {}, signature: '' }, []])
      expect(await outcome(on, message)).toBe(invalid)
    for (const name of ['txid', 'issuer', 'from', 'to', 'amount', 'currency', 'timestamp'])
      expect(await outcome(on, on.signed({ ...signed.proof, [name]: undefined } as Proof, keyOf(4001)))).toBe(invalid)
    for (const signature of [null, 7, {}]) expect(await outcome(on, { ...signed, signature })).toBe(invalid)
  })

  test('an order that has expired since is paid all the same: the money has moved', async () => {
    const on = fixture()
    const order = await on.order({ expiresAt: 1_800_000_001 })
    await on.time.advance(60_000)
    expect(await outcome(on, on.signed(on.proof(order)))).toBe('accepted')
  })
})

describe('decisions from outside', () => {
  test('a check, an objection and the payment itself can be replaced', async () => {
    const on = fixture({
      policies: {
        webhookRules: webhookRules.slice(0, 2),
        objections: objections.filter(one => one !== currencyDiffers),
        pay: async ({ record, payment }, store) => {
          await new Promise(resolve => setImmediate(resolve))
          return store.pay(record.order.id, payment) || true
        },
      },
    })
    const order = await on.order()
    const to = { ocid: 1, reference: order.order.id }
    const proofs = [on.proof(order), on.proof(order, { to }), on.proof(order, { currency: 'EUR' })]
    for (const proof of proofs) expect(await outcome(on, on.signed(proof))).toBe('accepted')
  })
})
