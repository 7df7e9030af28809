import { expect, test } from 'vitest'
import { canonicalize } from '../../protocol/json/canonical.ts'
import { actors, fixture, outcomeOf } from './fixture.test.support.ts'
import { Store } from './store.ts'

const payment = { txid: 'tx', timestamp: 1, issuer: actors.gateway, proof: '{}' }

const known = (id: string) => ({
  text: '{}',
  order: { id, ocid: actors.merchant, amount: '1', currency: 'USD' },
  signature: '',
})

test('a paid order holds txid and timestamp of the proof', async () => {
  const on = fixture()
  const { order, signature } = await on.order()
  const proof = on.proof({ order, signature, urls: { order: [], completed: '', cancelled: '' } }, { timestamp: 123 })
  expect(on.store().orders[0]).toMatchObject({ order, signature })
  expect(on.store().orders[0]).not.toHaveProperty('payment')
  expect(outcomeOf(await on.deliver(on.signed(proof)))).toBe('accepted')
  expect(on.store().orders[0]?.payment).toEqual({
    txid: proof.txid,
    timestamp: 123,
    issuer: actors.gateway,
    proof: canonicalize(proof),
  })
})

test('an order is paid once, and a transaction of an issuer pays once', () => {
  const store = new Store()
  store.keepOrder(known('a'))
  store.keepOrder(known('b'))
  expect(store.pay('nothing', payment)).toBe(false)
  expect(store.pay('a', payment)).toBe(true)
  expect(store.pay('a', { ...payment, txid: 'other' })).toBe(false)
  expect(store.order('a')?.payment).toEqual(payment)
  expect(store.pay('b', payment)).toBe(false)
  expect(store.pay('b', { ...payment, issuer: actors.rotating })).toBe(true)
})

test('a merchant resumes from the state of another: paid orders stay paid', async () => {
  const before = fixture()
  const [paid, open] = [await before.order({ memo: 'for Ада' }), await before.order()]
  const proof = before.proof(paid)
  await before.call(actors.gateway, '/transfer/webhook', before.signed(proof), 'used')
  const after = fixture({ ports: { storage: before.storage } })
  expect((await after.get(`/orders/${paid.order.id}`)).json()).toEqual(paid)
  const outcome = async (message: unknown) => outcomeOf(await after.deliver(message))
  const replayed = await after.call(actors.gateway, '/transfer/webhook', after.signed(proof), 'used')
  expect(outcomeOf(replayed)).toBe('401 NONCE_REUSED')
  expect(await outcome(after.signed(proof))).toBe('accepted')
  expect(await outcome(after.signed(after.proof(paid, { txid: 'second' })))).toBe('rejected')
  expect(await outcome(after.signed(after.proof(open, { txid: proof.txid })))).toBe('rejected')
  expect(await outcome(after.signed(after.proof(open, { txid: 'third' })))).toBe('accepted')
})
